// Adding a phone: a new person, or one whose phone was put away.
import * as api from "./api.js";
import { el } from "./dom.js";
import { languageOptions } from "./languages.js";

/** Asks for a name and a language, makes the person and answers with it; null when cancelled. */
export function askForPhone(away) {
  return new Promise((resolve) => {
    const done = (person) => {
      resolve(person);
      box.close();
    };
    const trouble = el("p", { class: "trouble", role: "alert" });
    const attempt = (work) => work().then(done, (refusal) => (trouble.textContent = refusal.message));
    const name = el("input", { name: "first_name", required: true, maxlength: "64", dir: "auto", autocomplete: "off" });
    const language = el("select", { name: "new_language" }, ...languageOptions("en"));
    const back = away.map((person) =>
      el("button", {
        type: "button",
        class: "pill",
        "data-back": person.id,
        dir: "auto",
        text: person.first_name,
        onclick: () => attempt(() => api.changePerson(person.id, { show: true })),
      }),
    );
    const form = el(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          const person = { first_name: name.value.trim(), language_code: language.value, show: true };
          if (person.first_name) attempt(() => api.addPerson(person));
        },
      },
      el("h2", { text: "A new phone" }),
      el("label", {}, "Name", name),
      el("label", {}, "Language of the phone", language),
      back.length ? el("div", { class: "part" }, el("span", { text: "Or bring back:" }), ...back) : null,
      trouble,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", text: "Cancel", onclick: () => done(null) }),
        el("button", { type: "submit", class: "main", "data-act": "add-person", text: "Add" }),
      ),
    );
    const box = el(
      "dialog",
      {
        class: "add",
        "aria-label": "A new phone",
        onclose: () => {
          box.remove();
          resolve(null);
        },
      },
      form,
    );
    document.body.append(box);
    box.showModal();
    name.focus();
  });
}
