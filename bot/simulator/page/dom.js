// Making elements without ever passing text through HTML.

/**
 * el("button", {class: "pill", text: "Go", "data-act": "go", onclick: f}, child, …)
 * `text` becomes textContent; functions become listeners; false, null and undefined are left out.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter(Boolean));
  return node;
}

// Drawn, not typed: a sign must look the same on a machine without an emoji font.
const SIGNS = {
  send: "M4 12 20 4 15 20 11.5 13.5z M11.5 13.5 20 4",
  clip: "M20 11.5 12 19.5a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.6 1.6 0 0 1-2.3-2.3l7.6-7.6",
  commands: "M5 7h14 M5 12h14 M5 17h9",
  keyboard: "M3 6h18v12H3z M7 10h1 M11.5 10h1 M16 10h1 M7.5 14.5h9",
  more: "M12 5v.1 M12 12v.1 M12 19v.1",
  close: "M6 6l12 12 M18 6 6 18",
};

/** A round button with one of the signs above, read out as `label`. */
export function signButton(sign, label, props = {}) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SIGNS[sign]);
  drawing.append(path);
  return el("button", { type: "button", class: "sign", "aria-label": label, title: label, ...props }, drawing);
}

/** Up to two letters that stand for a name; counts whole characters, so no emoji is cut in half. */
export function initials(name) {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return (
    words
      .slice(0, 2)
      .map((word) => [...word][0].toUpperCase())
      .join("") || "·"
  );
}

/** A coloured disc with initials; the same name always has the same of six hues. */
export function avatar(name) {
  const sum = [...name].reduce((total, letter) => total + letter.codePointAt(0), 0);
  return el("span", { class: `avatar hue${sum % 6}`, "aria-hidden": "true", text: initials(name) });
}

/** 1536 -> "1.5 KB". */
export function readableSize(bytes) {
  if (!Number.isFinite(bytes)) return "";
  const units = ["B", "KB", "MB", "GB"];
  let step = 0;
  while (bytes >= 1024 && step < units.length - 1) [bytes, step] = [bytes / 1024, step + 1];
  return `${step ? bytes.toFixed(1) : bytes} ${units[step]}`;
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
