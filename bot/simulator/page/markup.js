// What the bot's HTML may become on the page, and where its links may lead.
import { el } from "./dom.js";

const ALLOWED = new Set(["B", "I", "U", "S", "CODE", "PRE", "A", "BLOCKQUOTE", "SPAN", "BR"]);
const SAME_AS = { STRONG: "b", EM: "i", INS: "u", DEL: "s", STRIKE: "s", "TG-SPOILER": "span" };
const SAFE_SCHEMES = new Set(["http:", "https:", "tg:", "mailto:", "tel:"]);
const SELF_LINKING =
  /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'»”]|(?<![\p{L}\p{N}/_])\/[a-z][a-z0-9_]{0,31}(?![\p{L}\p{N}/_])/giu;

/** The href if it is a link a messenger would open, else null. */
export function safeHref(href) {
  try {
    const url = new URL(href, "https://t.me");
    return SAFE_SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * A fragment with only what the allow-list knows. The source is parsed into an inert document (nothing loads or runs
 * there) and rebuilt node by node, so an attribute that is not named here cannot survive.
 */
export function cleaned(html) {
  const inert = new DOMParser().parseFromString(`<body>${html}`, "text/html");
  return rebuilt(inert.body, false);
}

function rebuilt(parent, insideLink) {
  const out = document.createDocumentFragment();
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) out.append(insideLink ? lines(node) : selfLinked(lines(node)));
    else if (node.nodeType === Node.ELEMENT_NODE) out.append(rebuiltElement(node, insideLink));
  }
  return out;
}

/** A text without the line break that a block before it has already made. */
function lines(node) {
  const afterBlock = ["BLOCKQUOTE", "PRE"].includes(node.previousSibling?.tagName);
  return afterBlock ? node.data.replace(/^\n/, "") : node.data;
}

function rebuiltElement(node, insideLink) {
  if (["SCRIPT", "STYLE", "TEMPLATE", "IFRAME"].includes(node.tagName)) return "";
  const inner = rebuilt(node, insideLink || ["A", "CODE", "PRE"].includes(node.tagName));
  const tag = SAME_AS[node.tagName] ?? (ALLOWED.has(node.tagName) ? node.tagName.toLowerCase() : null);
  const spoiler = node.tagName === "TG-SPOILER" || node.classList.contains("tg-spoiler");
  if (tag === null || (tag === "span" && !spoiler)) return inner;
  if (tag === "span")
    return el("span", { class: "tg-spoiler", tabindex: "0", role: "button", "aria-label": "Hidden text" }, inner);
  if (tag !== "a") return el(tag, {}, inner);
  const href = safeHref(node.getAttribute("href") ?? "");
  return href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, inner) : inner;
}

/** Plain text in which web addresses and /commands can be tapped, as every messenger does by itself. */
export function selfLinked(text) {
  const out = document.createDocumentFragment();
  let last = 0;
  for (const match of text.matchAll(SELF_LINKING)) {
    out.append(text.slice(last, match.index), linkFor(match[0]));
    last = match.index + match[0].length;
  }
  out.append(text.slice(last));
  return out;
}

function linkFor(found) {
  if (found.startsWith("/")) return el("a", { href: "#", "data-command": found, text: found });
  return el("a", { href: found, target: "_blank", rel: "noopener noreferrer", text: found });
}

/** What a link means to a phone that talks to `bot`: {start: payload or ""} for the bot itself, else null. */
export function botLink(href, bot) {
  const url = new URL(href);
  const inApp =
    url.protocol === "tg:" && (url.hostname === "resolve" || url.pathname.replaceAll("/", "") === "resolve");
  const onWeb = ["t.me", "telegram.me"].includes(url.hostname);
  const name = inApp ? url.searchParams.get("domain") : onWeb ? url.pathname.split("/")[1] : null;
  if (!name || !bot || name.toLowerCase() !== bot.toLowerCase()) return null;
  return { start: url.searchParams.get("start") ?? "" };
}
