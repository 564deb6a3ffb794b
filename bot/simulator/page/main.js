// The page: one phone for every person who is shown, kept true by the simulator's events.
import * as api from "./api.js";
import { avatar, el } from "./dom.js";
import { showGuide } from "./guide.js";
import { askForPhone } from "./people.js";
import { createPhone } from "./phone.js";

const row = document.querySelector(".phones");
const tabs = document.querySelector(".tabs");
const offline = document.querySelector(".offline");
const phones = new Map(); // person id -> phone
let away = [];
const inView = new Set();

const watcher = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) inView[entry.isIntersecting ? "add" : "delete"](Number(entry.target.dataset.person));
    markTabs();
  },
  { root: row, threshold: 0.6 },
);

function markTabs() {
  for (const tab of tabs.children) {
    const seen = inView.has(Number(tab.dataset.for));
    tab.setAttribute("aria-current", String(seen));
    if (seen) tab.classList.remove("unread");
  }
}

function noticed(phone) {
  if (!inView.has(phone.id)) tabs.querySelector(`[data-for="${phone.id}"]`)?.classList.add("unread");
}

function goTo(id) {
  phones.get(id)?.element.scrollIntoView({ inline: "center", block: "nearest" });
}

async function readPeople() {
  const people = await api.listPeople();
  const shown = people.filter((person) => person.show);
  away = people.filter((person) => !person.show);
  for (const [id, phone] of phones) {
    if (shown.some((person) => person.id === id)) continue;
    watcher.unobserve(phone.element);
    phone.element.remove();
    phones.delete(id);
    inView.delete(id);
  }
  for (const person of shown.filter((person) => !phones.has(person.id))) {
    const phone = createPhone(person, { noticed, putAway: readAll });
    phones.set(person.id, phone);
    row.append(phone.element);
    watcher.observe(phone.element);
  }
  drawTabs(shown);
}

function drawTabs(shown) {
  const unread = new Set([...tabs.querySelectorAll(".unread")].map((tab) => Number(tab.dataset.for)));
  tabs.replaceChildren(
    ...shown.map((person) =>
      el(
        "button",
        {
          type: "button",
          "data-for": person.id,
          class: unread.has(person.id) ? "unread" : "",
          onclick: () => goTo(person.id),
        },
        avatar(person.first_name),
        el("bdi", { text: person.first_name }),
      ),
    ),
  );
  tabs.hidden = shown.length < 2;
  row.classList.toggle("nobody", !shown.length);
  markTabs();
}

async function readAll() {
  try {
    await readPeople();
    await Promise.all([...phones.values()].map((phone) => phone.refresh()));
  } catch (failure) {
    console.warn("people", failure.message); // the next reconnect reads again
  }
}

async function hear(event) {
  if (event.kind === "lost") return readAll(); // we were too slow and something went by
  if (event.kind === "person") await readPeople().catch(() => {});
  await phones.get(event.person)?.hear(event);
}

async function startOn(id, payload) {
  const phone = phones.get(id) ?? phones.values().next().value;
  if (!phone) return;
  goTo(phone.id);
  await phone.start(payload);
}

document.querySelector("[data-act=add]").addEventListener("click", async () => {
  const person = await askForPhone(away);
  if (!person) return;
  await readAll();
  goTo(person.id);
});

// The line opens before anything is read, so nothing can happen unheard between the two.
api.listen({
  onEvent: hear,
  onLine: (open) => {
    offline.hidden = open;
    if (open) readAll();
  },
});
showGuide(document.getElementById("guide"), document.querySelector("[data-act=guide]"), startOn);
