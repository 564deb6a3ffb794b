// Both keyboards of a chat: the buttons under a message, and those under the composer.
import * as api from "./api.js";
import { el, pause } from "./dom.js";
import { ask, toast } from "./popups.js";

const SIGNS = [
  ["url", "↗"],
  ["login_url", "↗"],
  ["web_app", "↗"],
  ["copy_text", "⧉"],
  ["switch_inline_query", "↪"],
  ["switch_inline_query_current_chat", "↪"],
  ["switch_inline_query_chosen_chat", "↪"],
];

const PATIENCE = 30000; // milliseconds a tapped button spins without an answer, then it gives up as the real client does

/** The rows under a message, exactly as the bot laid them out; null where it has none. */
export function inlineKeyboard(phone, message) {
  const rows = message.reply_markup?.inline_keyboard ?? [];
  if (!rows.length) return null;
  return el(
    "div",
    { class: "inline" },
    ...rows.map((row) => el("div", { class: "row" }, ...row.map((button) => inlineButton(phone, message, button)))),
  );
}

function inlineButton(phone, message, button) {
  const sign = SIGNS.find(([kind]) => button[kind] !== undefined)?.[1];
  const node = el(
    "button",
    {
      type: "button",
      class: button.style ?? "",
      "data-press": button.callback_data ?? "",
      "data-sign": sign,
      onclick: () => press(phone, message, button, node),
    },
    el("span", { dir: "auto", text: button.text }),
  );
  return node;
}

async function press(phone, message, button, node) {
  const address = button.url ?? button.login_url?.url ?? button.web_app?.url;
  if (button.callback_data !== undefined) return pressCallback(phone, message, button, node);
  if (address) return phone.open(address);
  if (button.copy_text) return copy(phone, button.copy_text.text ?? button.copy_text);
  const query = SIGNS.map(([kind]) => kind.startsWith("switch") && button[kind]).find(
    (value) => value !== undefined && value !== false,
  );
  return phone.composer.write(`@${phone.chat.bot.username} ${query?.query ?? query ?? ""}`);
}

export async function copy(phone, text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(phone.screen, "Copied");
  } catch {
    toast(phone.screen, text); // no clipboard without a secure origin: show it, so that it can be copied by hand
  }
}

async function pressCallback(phone, message, button, node) {
  if (node.getAttribute("aria-busy") === "true") return;
  node.setAttribute("aria-busy", "true");
  await phone.attempt(async () => {
    const { callback } = await api.tap(phone.id, message.message_id, button.callback_data);
    const answer = await answerTo(phone, callback);
    node.removeAttribute("aria-busy");
    if (!answer?.text) return;
    if (answer.show_alert) await ask(phone.screen, { text: answer.text });
    else toast(phone.screen, answer.text);
  });
  node.removeAttribute("aria-busy");
}

async function answerTo(phone, callback) {
  const until = Date.now() + PATIENCE;
  for (let wait = 150; Date.now() < until; wait = Math.min(wait * 1.5, 2000)) {
    const answer = await api.readAnswer(phone.id, callback);
    if (answer.answered) return answer;
    await Promise.race([pause(wait), phone.nextAnswer()]);
  }
  return null;
}

/** The reply keyboard; `used` is called after a press, so that a one-time keyboard can fold away. */
export function replyKeyboard(phone, keyboard, used) {
  const rows = keyboard?.keyboard ?? [];
  return el(
    "div",
    { class: "reply-keyboard" },
    ...rows.map((row) =>
      el(
        "div",
        { class: "row" },
        ...row.map((plain) => {
          const button = typeof plain === "string" ? { text: plain } : plain;
          return el("button", {
            type: "button",
            class: button.style ?? "",
            dir: "auto",
            "data-reply": button.text,
            text: button.text,
            onclick: () =>
              phone.attempt(async () => {
                if (await sayButton(phone, button)) used();
              }),
          });
        }),
      ),
    ),
  );
}

async function sayButton(phone, button) {
  if (button.request_location) {
    toast(phone.screen, "This phone has no place to share.");
    return false;
  }
  if (!button.request_contact) return (await phone.say(button.text), true);
  const agreed = await ask(phone.screen, { text: "Share your phone number with the bot?", yes: "Share", no: "Cancel" });
  if (agreed) await api.shareContact(phone.id);
  return agreed;
}
