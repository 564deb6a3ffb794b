// The scrolling list of messages: changes only what changed, and never pulls a reader away from what they read.
import { el } from "./dom.js";
import { day } from "./languages.js";
import { bubble, grouped } from "./messages.js";

const NEAR = 48; // pixels from the end that still count as being at the end

/** The chat log of a phone: {element, update(messages, description), toEnd(), show(id), keepDown()}. */
export function createLog(phone) {
  const list = el("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": "Chat", tabindex: "0" });
  const chip = el("button", {
    type: "button",
    class: "chip",
    "data-act": "newest",
    hidden: true,
    onclick: () => toEnd(true),
  });
  const element = el("div", { class: "chat" }, list, chip);
  const shown = new Map(); // key -> {signature, node}
  let newest = 0;
  let unread = 0;
  let atEnd = true;

  function toEnd(smooth) {
    list.scrollTo({ top: list.scrollHeight, behavior: smooth && calm() ? "smooth" : "instant" });
    atEnd = true;
    settle();
  }

  function settle() {
    if (atEnd) unread = 0;
    chip.hidden = atEnd;
    chip.textContent = unread ? `↓ ${unread} new` : "↓";
    chip.setAttribute("aria-label", unread ? `${unread} new messages, go to the newest` : "Go to the newest message");
  }

  const keepDown = () => atEnd && toEnd(false);

  list.addEventListener(
    "scroll",
    () => {
      atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
      settle();
    },
    { passive: true },
  );
  new ResizeObserver(keepDown).observe(list);

  function update(messages, description) {
    const alive = messages.filter((message) => !message.deleted);
    const wanted = wantedNodes(phone, alive);
    if (!alive.length && description) wanted.push(greeting(description));
    const arrived = alive.filter((message) => message.message_id > newest);
    const followed = atEnd || newest === 0 || arrived.some((message) => message.out);
    reconcile(list, shown, wanted);
    newest = Math.max(newest, ...alive.map((message) => message.message_id));
    unread += arrived.filter((message) => !message.out).length;
    if (followed) toEnd(false);
    else settle();
    return arrived.filter((message) => !message.out).length;
  }

  function show(id) {
    const target = list.querySelector(`[data-message="${CSS.escape(id)}"]`);
    if (!target) return;
    target.scrollIntoView({ block: "center", behavior: calm() ? "smooth" : "instant" });
    target.classList.add("pointed");
    setTimeout(() => target.classList.remove("pointed"), 1400);
  }

  return { element, update, toEnd, show, keepDown };
}

const calm = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What the bot says of itself, in a chat where nothing has been said. */
const greeting = (text) => ({
  key: "greeting",
  signature: text,
  make: () => el("p", { class: "greeting", dir: "auto", text }),
});

/** What should stand in the log, in order: [{key, signature, make}]. */
function wantedNodes(phone, messages) {
  const wanted = [];
  const code = phone.person.language_code;
  let lastDay = "";
  for (const group of grouped(messages)) {
    const today = day(group[0].date, code);
    if (today !== lastDay)
      wanted.push({ key: `day ${today}`, signature: today, make: () => el("p", { class: "day", text: today }) });
    lastDay = today;
    const quoted =
      group[0].reply_to &&
      messages.find((other) => other.message_id === (group[0].reply_to.message_id ?? group[0].reply_to));
    wanted.push({
      key: `message ${group[0].message_id}`,
      signature: JSON.stringify([code, group, quoted]),
      make: () => bubble(phone, group),
    });
  }
  return wanted;
}

function reconcile(list, shown, wanted) {
  const keys = new Set(wanted.map((item) => item.key));
  for (const [key, { node }] of shown) {
    if (!keys.has(key)) {
      node.remove();
      shown.delete(key);
    }
  }
  let previous = null;
  for (const item of wanted) {
    const old = shown.get(item.key);
    let node = old?.node;
    if (old?.signature !== item.signature) {
      node = item.make();
      if (old) replaceKeepingFocus(old.node, node);
      shown.set(item.key, { signature: item.signature, node });
    }
    const next = previous ? previous.nextSibling : list.firstChild;
    if (next !== node) list.insertBefore(node, next);
    previous = node;
  }
}

/** An edited message must not throw a keyboard user back to the start of the page. */
function replaceKeepingFocus(old, fresh) {
  const place = [...old.querySelectorAll("button, a")].indexOf(document.activeElement);
  fresh.classList.add("still");
  old.replaceWith(fresh);
  if (place >= 0) [...fresh.querySelectorAll("button, a")][place]?.focus({ preventScroll: true });
}
