// The demo's guide, where the simulator offers one: hints, links to start with, and switches.
import * as api from "./api.js";
import { el } from "./dom.js";

const WIDE = 1100; // pixels from which the open guide leaves room for two phones

/** Fills `panel` from /demo.json and lets `button` open it; without a guide both stay hidden. */
export async function showGuide(panel, button, startOn) {
  const toggle = (open) => {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  const demo = await api.readDemo().catch(() => null);
  if (!demo) return;
  panel.replaceChildren(
    ...part("Start here", demo.links, (link) =>
      el("button", {
        type: "button",
        class: "pill",
        "data-link": link.payload,
        dir: "auto",
        text: link.label,
        onclick: () => {
          toggle(false); // it lies over the phones
          startOn(link.person, link.payload);
        },
      }),
    ),
    ...part("Switches", demo.controls, controlButton),
    ...part("Try this", demo.hints, (hint) =>
      el(
        "div",
        { class: "hint" },
        el("h3", { dir: "auto", text: hint.title }),
        el("p", { dir: "auto", text: hint.text }),
      ),
    ),
  );
  button.hidden = false;
  button.addEventListener("click", () => toggle(panel.hidden));
  toggle(Boolean(demo.fresh) && innerWidth >= WIDE);
  document.addEventListener("pointerdown", (event) => {
    if (!panel.hidden && !panel.contains(event.target) && !button.contains(event.target)) toggle(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden || !panel.contains(document.activeElement)) return;
    toggle(false);
    button.focus();
  });
}

function part(title, rows, make) {
  if (!rows?.length) return [];
  return [el("h2", { text: title }), el("div", { class: "part" }, ...rows.map(make))];
}

function controlButton(control) {
  const state = el("small", { class: "control-state" });
  const show = (value) => {
    const on = value === true || value === "on";
    state.textContent = value === true ? "on" : value === false ? "off" : String(value ?? "");
    node.setAttribute("aria-pressed", String(on));
  };
  const node = el(
    "button",
    {
      type: "button",
      class: "pill",
      "data-control": control.path,
      onclick: async () => {
        node.setAttribute("aria-busy", "true");
        try {
          show((await api.pressControl(control.method, control.path)).state);
        } catch (refusal) {
          state.textContent = refusal.message;
        }
        node.removeAttribute("aria-busy");
      },
    },
    el("span", { text: control.label }),
    state,
  );
  show(control.state);
  return node;
}
