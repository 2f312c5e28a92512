// What the page does by itself: keep the token, send forms with it, follow keys, search as one types.
"use strict";

const KEY = "commonplace-token";
const TYPING = 150; // milliseconds of silence before what is typed is asked for

const brought = new URLSearchParams(location.hash.slice(1)).get("token");
if (brought) {
  localStorage.setItem(KEY, brought);
  history.replaceState(null, "", location.pathname + location.search);
}

let typing = 0;
let asked = 0;
let isBusy = false; // a decision is on its way, or another page: what is shown is no longer what a key is about

addEventListener("pageshow", () => { isBusy = false; });

function show(id) {
  document.getElementById(id).hidden = false;
}

/** Put the parts of an answer in the place of those that are shown. */
function swap(html, ids) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  for (const id of ids) {
    const now = document.getElementById(id);
    const next = answer.getElementById(id);
    if (now && next) now.replaceWith(document.importNode(next, true));
  }
  document.title = answer.title;
}

async function send(form, action) {
  const token = localStorage.getItem(KEY);
  if (!token) return show("no-token");
  if (isBusy) return undefined;
  isBusy = true;
  try {
    const answer = await fetch(action, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Commonplace-Token": token },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    });
    const html = await answer.text();
    if (answer.status === 401 || answer.status === 403) return show("no-token");
    swap(html, ["notices", "main", "chapters"]);
    const place = answer.headers.get("X-Commonplace-Location");
    if (place) history.pushState(null, "", place);
    document.getElementById(answer.ok ? "notices" : "main").focus();
    window.scrollTo(0, 0);
  } catch {
    show("unreachable");
  } finally {
    isBusy = false;
  }
  return undefined;
}

document.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  event.preventDefault();
  const button = event.submitter;
  send(event.target, button && button.hasAttribute("formaction") ? button.formAction : event.target.action);
});

/** Ask for what a form says now, and show only its results: the person goes on typing. */
async function look(form) {
  const mine = ++asked;
  const place = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  try {
    const answer = await fetch(`${place}&part=results`); // the rest of the page stays as it is
    const html = await answer.text();
    if (mine !== asked || !answer.ok) return;
    swap(html, ["results"]);
    history.replaceState(null, "", place);
  } catch {
    show("unreachable");
  }
}

/** Ask for what takes time after the page is there, and show it in its place. */
async function fetchLater() {
  const place = document.querySelector("[data-later]");
  if (!place) return;
  try {
    swap(await (await fetch(place.dataset.later)).text(), ["later"]);
  } catch {
    show("unreachable");
  }
}

fetchLater();

/** Let a slider say the name of the stop where it stands, to the eye and to who cannot see it. */
function name(slider) {
  const stops = slider.parentElement.querySelectorAll(".stops span");
  slider.parentElement.dataset.at = slider.value;
  slider.setAttribute("aria-valuetext", stops[slider.value].textContent);
}

document.addEventListener("input", (event) => {
  if (event.target.type === "range") name(event.target);
  if (!event.target.matches("[data-live]")) return;
  clearTimeout(typing);
  typing = setTimeout(look, TYPING, event.target.form);
});

/** Let what a memory in the picture leads to stand out while it is pointed at; `name` is empty for none. */
function light(name) {
  for (const line of document.querySelectorAll(".graph line")) {
    line.classList.toggle("lit", name !== "" && line.dataset.ends.split(" ").includes(name));
  }
}

document.addEventListener("pointerover", (event) => {
  const node = event.target.closest("[data-node]");
  light(node ? node.dataset.node : "");
});

addEventListener("popstate", () => location.reload());

function isTyping(target) {
  return target.matches("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select") || target.closest("dialog");
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form) return event.target.form.requestSubmit();
  if (event.key === "Escape" && isTyping(event.target)) return event.target.blur();
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return undefined;
  if (isBusy) return event.preventDefault();
  const found = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!found) return step({ j: 1, k: -1 }[event.key]);
  event.preventDefault();
  return press(found);
});

/** Lead to the next of several boxes, or to the one before; a space ticks it. */
function step(by) {
  const boxes = [...document.querySelectorAll(".boxes input:enabled")];
  const next = by && boxes[Math.max(boxes.indexOf(document.activeElement) + by, 0)];
  if (!next) return;
  next.focus();
  next.closest("li").scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog).showModal();
});

/** Do what a key stands for: follow a link, press a button, or open a form and begin to fill it in. */
function press(found) {
  if (found.tagName === "A") isBusy = true;
  if (found.matches("input")) return found.focus();
  if (found.tagName !== "SUMMARY") return found.click();
  found.parentElement.open = true;
  const field = found.parentElement.querySelector("input:not([type=hidden]), textarea, select");
  return field && field.focus();
}
