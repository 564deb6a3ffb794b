// Where a person writes: text, files, answers to a message, corrections, commands and the bot's reply keyboard.
import * as api from "./api.js";
import { createCommandList } from "./commands.js";
import { el, signButton } from "./dom.js";
import { acceptFiles, createTray } from "./files.js";
import { replyKeyboard } from "./keyboards.js";
import { languageOf } from "./languages.js";
import { summary } from "./messages.js";

const LONGEST = 4096; // UTF-16 units Telegram takes in one message; its clients cut longer text into several

/** {element, update(), reply(message), edit(message), write(text), addFiles(files)} for a phone. */
export function createComposer(phone) {
  let about = null; // {act: "reply" | "edit", message}
  let keyboardShape = "";
  const say = el("textarea", {
    name: "say",
    rows: "1",
    dir: "auto",
    enterkeyhint: "send",
    "aria-label": "Message",
    autocomplete: "off",
    oninput: typed,
    onkeydown: keyed,
  });
  const attach = el("input", {
    type: "file",
    name: "attach",
    multiple: true,
    tabindex: "-1",
    "aria-label": "Attach files",
    onchange: () => {
      addFiles([...attach.files]);
      attach.value = "";
    },
  });
  const send = signButton("send", "Send", { "data-act": "send", class: "sign send", onclick: submit });
  const clip = signButton("clip", "Attach photos or files", { "data-act": "attach", onclick: () => attach.click() });
  const menu = signButton("commands", "Commands", { "data-act": "commands", onclick: toggleCommands });
  const keys = signButton("keyboard", "Bot keyboard", {
    "data-act": "keyboard",
    hidden: true,
    onclick: () => fold(!pad.hidden),
  });
  const startButton = el("button", {
    type: "button",
    class: "start",
    "data-act": "start",
    dir: "auto",
    onclick: () => phone.start(),
  });
  const unblock = el("button", {
    type: "button",
    class: "start",
    "data-act": "unblock",
    text: "Unblock and restart",
    onclick: () => phone.block(false),
  });
  const strip = el("div", { class: "about-strip", hidden: true });
  const pad = el("div", { class: "pad", hidden: true });
  const tray = createTray(() => phone.log?.keepDown());
  const commands = createCommandList((command) => {
    write("");
    phone.attempt(() => phone.say(`/${command}`));
  });
  const bar = el("div", { class: "bar" }, menu, clip, attach, say, keys, send);
  const element = el(
    "div",
    { class: "composer" },
    startButton,
    unblock,
    commands.element,
    strip,
    tray.element,
    bar,
    pad,
  );
  acceptFiles(phone.screen, say, addFiles);

  function typed() {
    say.style.height = "auto";
    say.style.height = `${Math.min(say.scrollHeight, 140)}px`;
    const word = /^\/([a-z0-9_]*)$/i.exec(say.value);
    if (word) commands.offer(phone.chat.commands ?? [], word[1].toLowerCase());
    else commands.hide();
  }

  function keyed(event) {
    if (event.isComposing || commands.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape" && about) attend(null);
    else if (event.key === "ArrowUp" && !say.value && !about) {
      const last = phone.chat.messages.findLast((message) => message.out && message.text && !message.deleted);
      if (last) edit(last);
    }
  }

  function write(text) {
    say.value = text;
    typed();
    say.focus({ preventScroll: true });
  }

  function attend(act, message) {
    if (about?.act === "edit") write("");
    about = act && { act, message };
    strip.hidden = !about;
    if (!about) return;
    strip.replaceChildren(
      el(
        "span",
        { class: "about" },
        el("b", { text: act === "edit" ? "Edit" : "Reply" }),
        el("span", { dir: "auto", text: summary(message) }),
      ),
      signButton("close", "Cancel", { onclick: () => attend(null) }),
    );
    say.focus({ preventScroll: true });
  }

  function edit(message) {
    attend("edit", message);
    write(message.text);
  }

  function addFiles(files) {
    tray.add(files);
    say.focus({ preventScroll: true });
  }

  function toggleCommands() {
    if (commands.element.hidden) commands.offer(phone.chat.commands ?? [], "");
    else commands.hide();
    say.focus({ preventScroll: true });
  }

  async function submit() {
    const [text, was] = [say.value.trim(), about];
    if (!text && !tray.count()) return;
    about = null;
    strip.hidden = true;
    write("");
    const sent = await phone.attempt(() => deliver(text, was));
    if (!sent && !say.value) write(text); // refused: nothing a person wrote may be lost
  }

  async function deliver(text, was) {
    if (was?.act === "edit") return api.edit(phone.id, was.message.message_id, text);
    if (tray.count()) return tray.send(phone.id, text);
    for (let from = 0; from < text.length; from += LONGEST) {
      await api.say(phone.id, text.slice(from, from + LONGEST), was?.message.message_id);
    }
  }

  function fold(folded) {
    pad.hidden = folded;
    keys.setAttribute("aria-expanded", String(!folded));
    phone.log.keepDown();
  }

  function updateKeyboard(keyboard) {
    const shape = JSON.stringify(keyboard ?? null);
    if (shape === keyboardShape) return;
    keyboardShape = shape;
    const has = Boolean(keyboard?.keyboard?.length);
    keys.hidden = !has;
    pad.replaceChildren(replyKeyboard(phone, keyboard, () => keyboard.one_time_keyboard && fold(true)));
    fold(!has);
  }

  /** Follows the phone's chat: blocked or not, empty or not, which keyboard and which language. */
  function update() {
    const { blocked, keyboard, messages } = phone.chat;
    const words = languageOf(phone.person.language_code);
    startButton.textContent = words.start;
    startButton.hidden = blocked || messages.some((message) => !message.deleted);
    unblock.hidden = !blocked;
    bar.hidden = blocked;
    menu.hidden = !(phone.chat.commands ?? []).length;
    say.placeholder = keyboard?.input_field_placeholder || words.message;
    updateKeyboard(blocked ? null : keyboard);
  }

  return { element, update, edit, write, addFiles, reply: (message) => attend("reply", message) };
}
