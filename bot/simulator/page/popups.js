// What opens over a phone and goes away again: toasts, questions, menus, and a picture in full size.
import { el, signButton } from "./dom.js";

/** A short line over the phone; goes by itself after 3.5 s. */
export function toast(screen, text) {
  screen.querySelector(".toast")?.remove();
  const note = el("p", { class: "toast", role: "status", dir: "auto", text });
  screen.querySelector(".chat").append(note);
  setTimeout(() => note.remove(), 3500);
}

/** Asks in the middle of the phone; resolves to true for the main button, false for the other or Escape. */
export function ask(screen, { text, yes = "OK", no = null }) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const others = [...screen.children];
    const answer = (value) => {
      veil.remove();
      others.forEach((node) => (node.inert = false));
      before?.focus?.({ preventScroll: true });
      resolve(value);
    };
    const main = el("button", {
      type: "button",
      class: "main",
      "data-act": "yes",
      text: yes,
      onclick: () => answer(true),
    });
    const other = no && el("button", { type: "button", "data-act": "no", text: no, onclick: () => answer(false) });
    const box = el(
      "div",
      { class: "question", role: "alertdialog", "aria-modal": "true", "aria-label": text },
      el("p", { dir: "auto", text }),
      el("div", { class: "choices" }, other, main),
    );
    const veil = el("div", { class: "veil", onkeydown: (event) => event.key === "Escape" && answer(false) }, box);
    others.forEach((node) => (node.inert = true));
    screen.append(veil);
    main.focus();
  });
}

/** A menu at `anchor`; items are {label, act, run, danger?}. Arrow keys move, Escape closes. */
export function openMenu(screen, anchor, items) {
  screen.querySelector(".menu")?.remove();
  const close = (refocus) => {
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
    if (refocus) anchor.focus({ preventScroll: true });
  };
  const outside = (event) => menu.contains(event.target) || close(false);
  const rows = items.map((item) =>
    el("button", {
      type: "button",
      role: "menuitem",
      class: item.danger ? "danger" : "",
      "data-act": item.act,
      text: item.label,
      onclick: () => {
        close(true);
        item.run();
      },
    }),
  );
  const menu = el(
    "div",
    {
      class: "menu",
      role: "menu",
      onkeydown: (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (event.key === "Escape" || event.key === "Tab") close(true);
        if (!step && event.key !== "Escape") return;
        event.preventDefault();
        if (step) rows[(rows.indexOf(document.activeElement) + step + rows.length) % rows.length].focus();
      },
    },
    ...rows,
  );
  screen.append(menu);
  place(menu, anchor.getBoundingClientRect(), screen.getBoundingClientRect());
  document.addEventListener("pointerdown", outside, true);
  rows[0].focus({ preventScroll: true });
}

function place(menu, anchor, frame) {
  const within = (value, most) => Math.max(8, Math.min(value, most - 8));
  const fitsBelow = anchor.bottom + menu.offsetHeight + 8 < frame.bottom;
  const top = fitsBelow ? anchor.bottom - frame.top + 4 : anchor.top - frame.top - menu.offsetHeight - 4;
  const middle = anchor.left + anchor.width / 2 - frame.left;
  const left = middle > frame.width / 2 ? anchor.right - frame.left - menu.offsetWidth : anchor.left - frame.left;
  menu.style.top = `${within(top, frame.height - menu.offsetHeight)}px`;
  menu.style.left = `${within(left, frame.width - menu.offsetWidth)}px`;
}

/** A picture as large as the window; a click or Escape closes it. */
export function showPicture(url, name) {
  const box = el(
    "dialog",
    { class: "picture", "aria-label": name || "Picture", onclick: () => box.close(), onclose: () => box.remove() },
    signButton("close", "Close"),
    el("img", { src: url, alt: name || "" }),
  );
  document.body.append(box);
  box.showModal();
}
