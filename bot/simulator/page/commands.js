// The bot's command menu over the composer: opened by its button or by typing "/".
import { el } from "./dom.js";

/** {element, offer(commands, typed), hide(), key(event)}; `key` answers true when it used the key up. */
export function createCommandList(choose) {
  const element = el("ul", { class: "commands", role: "listbox", "aria-label": "Commands", hidden: true });
  let chosen = 0;

  function mark(index) {
    const rows = [...element.children];
    chosen = (index + rows.length) % rows.length;
    rows.forEach((row, place) => row.setAttribute("aria-selected", String(place === chosen)));
    rows[chosen].scrollIntoView({ block: "nearest" });
  }

  function offer(commands, typed) {
    const fitting = commands.filter((row) => row.command.startsWith(typed));
    element.replaceChildren(
      ...fitting.map((row) =>
        el(
          "li",
          {
            role: "option",
            "data-command": row.command,
            onpointerdown: (event) => event.preventDefault(),
            onclick: () => choose(row.command),
          },
          el("b", { dir: "ltr", text: `/${row.command}` }),
          el("span", { dir: "auto", text: row.description }),
        ),
      ),
    );
    element.hidden = !fitting.length;
    if (fitting.length) mark(0);
  }

  const hide = () => (element.hidden = true);

  function key(event) {
    if (element.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) mark(chosen + step);
    else if (event.key === "Escape") hide();
    else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey))
      choose(element.children[chosen].dataset.command);
    else return false;
    event.preventDefault();
    return true;
  }

  return { element, offer, hide, key };
}
