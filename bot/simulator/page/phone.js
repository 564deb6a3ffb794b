// One phone: a person, the chat with the bot, and everything that can be done there.
import * as api from "./api.js";
import { createComposer } from "./composer.js";
import { avatar, el, pause, signButton } from "./dom.js";
import { copy } from "./keyboards.js";
import { directionOf, languageOf, languageOptions } from "./languages.js";
import { createLog } from "./log.js";
import { botLink, safeHref } from "./markup.js";
import { openMenu, toast } from "./popups.js";

const TYPING = 5000; // milliseconds a chat action lasts, by the Bot API
const EMPTY = { messages: [], keyboard: null, commands: [], blocked: false, bot: { username: "", first_name: "Bot" } };

/** A phone for `person`; `noticed(phone)` is told of messages that came in, `putAway()` that it should go. */
export function createPhone(person, { noticed, putAway }) {
  const phone = { id: person.id, person, chat: EMPTY, screen: el("div", { class: "screen" }) };
  const element = el("section", { class: "phone", "data-person": person.id });
  const frame = el("div", { class: "frame-name" });
  const head = el("header", { class: "head" });
  phone.element = element;
  phone.log = createLog(phone);
  phone.keepDown = phone.log.keepDown;
  phone.show = phone.log.show;
  phone.composer = createComposer(phone);
  phone.screen.append(head, phone.log.element, phone.composer.element);
  element.append(frame, phone.screen);
  let wake = () => {};
  let typing = 0;

  /** Does `work`, then reads the chat again; a refusal is shown on the phone. Answers whether it went well. */
  phone.attempt = async (work) => {
    let well = true;
    try {
      await work();
    } catch (refusal) {
      well = false;
      toast(phone.screen, refusal.message);
    }
    await phone.refresh();
    return well;
  };

  let reading = null;
  let again = false;
  /** Reads the chat from the server; calls that come while one is under way share a single further reading. */
  phone.refresh = () => {
    if (reading) again = true;
    reading ??= (async () => {
      do {
        again = false;
        try {
          draw(await api.readChat(phone.id));
        } catch (failure) {
          console.warn("chat", phone.id, failure.message); // the next event or reconnect reads again
        }
      } while (again);
      reading = null;
    })();
    return reading;
  };

  function draw(chat) {
    phone.chat = { ...EMPTY, ...chat };
    phone.person = chat.person ?? phone.person;
    drawNames();
    const came = phone.log.update(phone.chat.messages, phone.chat.description);
    phone.composer.update();
    if (came && read) noticed(phone); // what was there when the page opened is no news
    read = true;
  }

  let read = false;
  let names = "";
  function drawNames() {
    const { person: now, chat } = phone;
    const signature = JSON.stringify([now, chat.bot, chat.blocked]);
    if (signature === names) return;
    names = signature;
    const name = [now.first_name, now.last_name].filter(Boolean).join(" ");
    element.dir = directionOf(now.language_code);
    element.lang = now.language_code || "en";
    element.setAttribute("aria-label", `${name}'s phone`);
    const picker = el(
      "select",
      {
        name: "language",
        "aria-label": "Client language",
        title: "Client language",
        dir: "auto",
        onchange: () => phone.attempt(() => api.changePerson(phone.id, { language_code: picker.value })),
      },
      ...languageOptions(now.language_code),
    );
    const role = now.role || (now.username ? `@${now.username}` : "");
    frame.replaceChildren(
      avatar(name),
      el("h2", {}, el("bdi", { text: name })),
      el("bdi", { class: "role", text: role }),
      picker,
    );
    const menu = signButton("more", "Phone menu", {
      "data-act": "phone-menu",
      "aria-haspopup": "menu",
      onclick: () => openPhoneMenu(menu),
    });
    head.replaceChildren(
      el("img", { class: "avatar", src: "/page/shoal.svg", alt: "" }),
      el(
        "div",
        { class: "who" },
        el("b", {}, el("bdi", { text: chat.bot.first_name })),
        el("small", {}, el("bdi", { class: "state" })),
      ),
      menu,
    );
    drawState();
  }

  function drawState() {
    const state = head.querySelector(".state");
    if (!state) return;
    const busy = typing > Date.now();
    state.classList.toggle("busy", busy);
    state.textContent = busy
      ? languageOf(phone.person.language_code).typing
      : phone.chat.blocked
        ? "blocked"
        : `@${phone.chat.bot.username}`;
  }

  function openPhoneMenu(anchor) {
    const { blocked } = phone.chat;
    openMenu(phone.screen, anchor, [
      { label: "Share my phone number", act: "contact", run: () => phone.attempt(() => api.shareContact(phone.id)) },
      {
        label: "Put this phone away",
        act: "hide",
        run: async () => (await phone.attempt(() => api.changePerson(phone.id, { show: false }))) && putAway(),
      },
      {
        label: blocked ? "Unblock the bot" : "Block the bot",
        act: blocked ? "unblock-bot" : "block-bot",
        danger: !blocked,
        run: () => phone.block(!blocked),
      },
    ]);
  }

  phone.openMessageMenu = (message, anchor) => {
    const text = message.text || message.caption || "";
    openMenu(
      phone.screen,
      anchor,
      [
        { label: "Reply", act: "reply", run: () => phone.composer.reply(message) },
        message.out && message.text && { label: "Edit", act: "edit", run: () => phone.composer.edit(message) },
        text && { label: "Copy text", act: "copy", run: () => copy(phone, text) },
      ].filter(Boolean),
    );
  };

  phone.say = (text) => api.say(phone.id, text);
  phone.start = (payload) => phone.attempt(() => api.start(phone.id, payload));
  phone.block = (blocked) => phone.attempt(() => api.setBlocked(phone.id, blocked));
  phone.nextAnswer = () => new Promise((done) => (wake = done));

  /** Opens a link as a messenger would: the bot's own links inside this phone, all others in a new tab. */
  phone.open = (address) => {
    const href = safeHref(address);
    if (!href) return toast(phone.screen, "This link cannot be opened.");
    const own = botLink(href, phone.chat.bot.username);
    if (own)
      return own.start || !phone.chat.messages.length
        ? phone.start(own.start)
        : toast(phone.screen, "You are in this chat.");
    if (href.startsWith("tg:")) return toast(phone.screen, "This link works only in Telegram itself.");
    return window.open(href, "_blank", "noopener,noreferrer");
  };

  /** What the simulator's events mean for this phone. */
  phone.hear = async (event) => {
    if (event.kind === "answer") wake();
    if (event.kind !== "action") {
      if (event.kind === "message") typing = 0;
      drawState();
      return phone.refresh();
    }
    typing = Date.now() + TYPING;
    drawState();
    await pause(TYPING + 50);
    drawState();
  };

  phone.screen.addEventListener("click", (event) => {
    const link = event.target.closest(".text a");
    const spoiler = event.target.closest(".tg-spoiler");
    if (spoiler) spoiler.classList.add("open");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.command) phone.attempt(() => phone.say(link.dataset.command));
    else phone.open(link.href);
  });
  phone.screen.addEventListener("keydown", (event) => {
    if (event.target.matches(".tg-spoiler") && [" ", "Enter"].includes(event.key)) event.target.click();
  });
  phone.screen.addEventListener("contextmenu", (event) => {
    const anchor = event.target.closest(".message")?.querySelector(".more");
    if (!anchor || event.target.closest("a, img, video, audio") || String(getSelection())) return;
    event.preventDefault();
    anchor.click();
  });
  drawNames();
  return phone;
}
