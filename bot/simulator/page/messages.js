// One bubble, or one album of them, as elements.
import { el, readableSize } from "./dom.js";
import { inlineKeyboard } from "./keyboards.js";
import { clock, directionOf, languageOf } from "./languages.js";
import { cleaned, selfLinked } from "./markup.js";
import { showPicture } from "./popups.js";

/** Messages in order, with neighbours of the same album put together: [[message, …], …]. */
export function grouped(messages) {
  const groups = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (message.album && last?.[0].album === message.album && last[0].out === message.out) last.push(message);
    else groups.push([message]);
  }
  return groups;
}

/** The element for a group from `grouped`; a group of one carries its own data-message, an album one on each piece. */
export function bubble(phone, group) {
  const [first] = group;
  const speaking = group.find((message) => message.text || message.caption) ?? first;
  const album = group.length > 1;
  const media = group.map((message) => medium(phone, message, album)).filter(Boolean);
  const text = words(phone, speaking);
  const body = el(
    "div",
    { class: `bubble${text.hasWords ? "" : " wordless"}` },
    forwarded(first),
    quoted(phone, first),
    media.length ? el("div", { class: mediaClass(group) }, ...media) : null,
    text.node,
  );
  const keyboard = group.map((message) => inlineKeyboard(phone, message)).find(Boolean);
  return el(
    "article",
    {
      class: `message ${first.out ? "own" : "theirs"}`,
      "data-message": album ? false : first.message_id,
      "aria-label": first.out ? "You" : phone.chat.bot.first_name,
    },
    el("div", { class: "line" }, body, more(phone, speaking)),
    keyboard,
  );
}

const mediaClass = (group) =>
  group.every((message) => message.photo || message.video) ? `media grid n${Math.min(group.length, 4)}` : "media";

function words(phone, message) {
  const text = shownText(message);
  const node = el("div", { class: "text", dir: bubbleDirection(phone, text) });
  // What the person typed stays text; only the bot's HTML is read as HTML, and only through the allow-list.
  if (message.out || !message.html) node.append(selfLinked(text));
  else node.append(cleaned(message.html));
  node.append(stamp(phone, message));
  return { node, hasWords: Boolean(text) };
}

/** A bubble is laid out as its reader reads, even if a Latin name stands first; each paragraph still turns by itself. */
function bubbleDirection(phone, text) {
  const reads = directionOf(phone.person.language_code);
  return reads === "rtl" && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? "rtl" : "auto";
}

/** A messenger shows no payload of a start link to the person who opened it. */
function shownText(message) {
  const text = message.text ?? message.caption ?? "";
  return message.out ? text.replace(/^\/start [A-Za-z0-9_-]{1,64}$/, "/start") : text;
}

function stamp(phone, message) {
  const code = phone.person.language_code;
  const edited = message.edit_date ? `${languageOf(code).edited} ` : "";
  return el(
    "span",
    { class: "stamp" },
    el(
      "bdi",
      {},
      edited && el("span", { class: "edited", text: edited }),
      el("time", { text: clock(message.date, code) }),
      message.out && el("span", { class: "tick", "aria-hidden": "true", text: " ✓" }),
    ),
  );
}

function quoted(phone, message) {
  if (!message.reply_to) return null;
  const id = message.reply_to.message_id ?? message.reply_to;
  const target = phone.chat.messages.find((other) => other.message_id === id) ?? message.reply_to;
  return el(
    "button",
    { type: "button", class: "quoted", "data-quotes": id, onclick: () => phone.show(id) },
    el("b", { dir: "auto", text: target.out ? phone.person.first_name : phone.chat.bot.first_name }),
    el("span", { dir: "auto", text: summary(target) }),
  );
}

/** A message in one line, for quotes and the composer. */
export function summary(message) {
  const file = message.document?.name ?? LEAST[Object.keys(LEAST).find((kind) => message[kind])];
  return (shownText(message) || file || "Message").replace(/\s+/g, " ").slice(0, 120);
}

function medium(phone, message, album) {
  const node =
    picture(message.photo) ??
    film(message.video) ??
    voice(message.voice) ??
    paper(message.document) ??
    picture(message.sticker) ??
    card(message.contact) ??
    place(message.location);
  if (node && album) node.dataset.message = message.message_id;
  node?.addEventListener("load", phone.keepDown, true); // a picture has no height before it is loaded
  return node;
}

function picture(photo) {
  if (!photo) return null;
  return el(
    "button",
    {
      type: "button",
      class: "photo",
      "aria-label": `Photo ${photo.name ?? ""}`.trim(),
      onclick: () => showPicture(photo.url, photo.name),
    },
    el("img", { src: photo.url, alt: "", loading: "eager" }),
  );
}

const LEAST = {
  photo: "Photo",
  video: "Video",
  voice: "Voice message",
  sticker: "Sticker",
  contact: "Contact",
  location: "Place",
};

const card = (contact) =>
  contact &&
  el(
    "div",
    { class: "card" },
    el(
      "span",
      { class: "about" },
      el("bdi", { text: [contact.first_name, contact.last_name].filter(Boolean).join(" ") }),
      el("bdi", { dir: "ltr", text: contact.phone_number }),
    ),
  );

const place = (spot) =>
  spot && el("div", { class: "card" }, el("bdi", { dir: "ltr", text: `⌖ ${spot.latitude}, ${spot.longitude}` }));

function forwarded(message) {
  const origin = message.forward_origin;
  const name = origin?.sender_user?.first_name ?? origin?.sender_user_name ?? origin?.chat?.title;
  return name ? el("small", { class: "forwarded" }, "↷ ", el("bdi", { text: name })) : null;
}

const film = (video) =>
  video && el("div", { class: "film" }, el("video", { src: video.url, controls: true, preload: "metadata" }));

const voice = (sound) =>
  sound && el("div", { class: "voice" }, el("audio", { src: sound.url, controls: true, preload: "metadata" }));

function paper(file) {
  if (!file) return null;
  const name = file.name || "file";
  const ending = name.includes(".") ? name.split(".").pop().slice(0, 4) : "···";
  return el(
    "a",
    { class: "paper", href: file.url, download: name, target: "_blank", rel: "noopener noreferrer" },
    el("span", { class: "ending", "aria-hidden": "true", text: ending }),
    el("span", { class: "about" }, el("bdi", { text: name }), el("small", { text: readableSize(file.size) })),
  );
}

function more(phone, message) {
  const node = el("button", {
    type: "button",
    class: "more",
    "data-act": "more",
    "aria-label": "Message menu",
    "aria-haspopup": "menu",
    text: "⋯",
    onclick: () => phone.openMessageMenu(message, node),
  });
  return node;
}
