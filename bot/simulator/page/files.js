// Files waiting to be sent from a phone: chosen, pasted or dropped.
import * as api from "./api.js";
import { el, readableSize, signButton } from "./dom.js";

const PICTURES = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp"]);

/** How a messenger would send this file by itself: photo, video, voice or document. */
export function kindOf(file) {
  if (PICTURES.has(file.type)) return "photo";
  if (["video/mp4", "video/webm", "video/quicktime"].includes(file.type)) return "video";
  if (file.type === "audio/ogg") return "voice";
  return "document";
}

/** The strip of waiting files: {element, add(files), count(), send(id, caption), clear()}; `changed` after each change. */
export function createTray(changed) {
  let waiting = [];
  const asFiles = el("input", { type: "checkbox", name: "as-files" });
  const choice = el("label", { class: "as-files" }, asFiles, "Send as files");
  const items = el("ul", { class: "waiting" });
  const element = el("div", { class: "tray", hidden: true }, items, choice);

  function draw() {
    items.querySelectorAll("img").forEach((image) => URL.revokeObjectURL(image.src));
    items.replaceChildren(
      ...waiting.map((file) => waitingItem(file, () => set(waiting.filter((other) => other !== file)))),
    );
    element.hidden = !waiting.length;
    choice.hidden = !waiting.some((file) => kindOf(file) !== "document");
    changed();
  }

  function set(files) {
    waiting = files;
    if (!files.length) asFiles.checked = false;
    draw();
  }

  /** Neighbours of one kind go together, so that several photos become an album; the caption goes with the first. */
  async function send(id, caption) {
    const batches = [];
    for (const file of waiting) {
      const kind = asFiles.checked ? "document" : kindOf(file);
      if (batches.at(-1)?.kind === kind) batches.at(-1).files.push(file);
      else batches.push({ kind, files: [file] });
    }
    for (const [index, { kind, files }] of batches.entries()) {
      await api.sendFiles(id, kind, files, index === 0 ? caption : "");
    }
    set([]);
  }

  return {
    element,
    send,
    add: (files) => set([...waiting, ...files]),
    count: () => waiting.length,
    clear: () => set([]),
  };
}

function waitingItem(file, drop) {
  const face =
    kindOf(file) === "photo"
      ? el("img", { src: URL.createObjectURL(file), alt: "" })
      : el("span", { class: "ending", "aria-hidden": "true", text: file.name.split(".").pop().slice(0, 4) });
  return el(
    "li",
    {},
    face,
    el("span", { class: "about" }, el("bdi", { text: file.name }), el("small", { text: readableSize(file.size) })),
    signButton("close", `Remove ${file.name}`, { onclick: drop }),
  );
}

/** Makes pasting into `input` and dropping onto `zone` hand their files to `add`. */
export function acceptFiles(zone, input, add) {
  input.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    add(files);
  });
  const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
  zone.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    zone.classList.add("dropping");
  });
  zone.addEventListener(
    "dragleave",
    (event) => zone.contains(event.relatedTarget) || zone.classList.remove("dropping"),
  );
  zone.addEventListener("drop", (event) => {
    zone.classList.remove("dropping");
    if (!carriesFiles(event)) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  });
}
