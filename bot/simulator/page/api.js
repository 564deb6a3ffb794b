// The simulator's own API, as plain functions; every refusal is an Error with the server's words.

async function call(method, path, body) {
  const options = { method };
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "Content-Type": "application/json" };
  }
  const response = await fetch(path, options);
  const text = await response.text();
  if (!response.ok) throw new Error(reasonIn(text) || `The simulator answered ${response.status}.`);
  return text ? JSON.parse(text) : {};
}

function reasonIn(text) {
  try {
    const told = JSON.parse(text);
    const reason = told.detail ?? told.error ?? told.description;
    return typeof reason === "string" ? reason : "";
  } catch {
    return text.startsWith("<") ? "" : text.slice(0, 200);
  }
}

export const listPeople = () => call("GET", "/people");
export const addPerson = (person) => call("POST", "/people", person);
export const changePerson = (id, changes) => call("PATCH", `/people/${id}`, changes);
export const readChat = (id) => call("GET", `/people/${id}/chat`);
export const say = (id, text, replyTo) =>
  call("POST", `/people/${id}/text`, replyTo ? { text, reply_to: replyTo } : { text });
export const start = (id, payload) => call("POST", `/people/${id}/start`, payload ? { payload } : {});
export const tap = (id, messageId, data) => call("POST", `/people/${id}/tap`, { message_id: messageId, data });
export const readAnswer = (id, callback) => call("GET", `/people/${id}/answers/${encodeURIComponent(callback)}`);
export const edit = (id, messageId, text) => call("POST", `/people/${id}/edit`, { message_id: messageId, text });
export const shareContact = (id) => call("POST", `/people/${id}/contact`, {});
export const setBlocked = (id, blocked) => call("POST", `/people/${id}/${blocked ? "block" : "unblock"}`, {});
export const pressControl = (method, path) => call(method || "POST", path);

/** Sends files of one kind (photo, document, video, voice); several become an album. */
export function sendFiles(id, kind, files, caption) {
  const form = new FormData();
  form.append("kind", kind);
  if (caption) form.append("caption", caption);
  for (const file of files) form.append("file", file, file.name || "file");
  return call("POST", `/people/${id}/files`, form);
}

/** The demo's guide, or null where this simulator has none. */
export async function readDemo() {
  const response = await fetch("/demo.json");
  return response.status === 200 ? response.json() : null;
}

/**
 * Listens to the simulator for ever. `onEvent` gets each event, `onLine` true or false as the line comes and goes.
 * The browser's own reconnecting gives up after an HTTP error, so the waiting (0.5 s doubling to 15 s) is done here.
 */
export function listen({ onEvent, onLine }) {
  let wait = 500;
  const connect = () => {
    const source = new EventSource("/events");
    source.onopen = () => {
      wait = 500;
      onLine(true);
    };
    source.onmessage = (event) => onEvent(JSON.parse(event.data));
    source.onerror = () => {
      source.close();
      onLine(false);
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 15000);
    };
  };
  connect();
}
