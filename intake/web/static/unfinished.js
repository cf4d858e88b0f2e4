// Updates a part of the page while something in it is unfinished and the page is visible.
"use strict";

const part = document.querySelector("[data-part]");
const said = document.querySelector("[data-ready]");
const PAUSE = 1500, LONGEST_PAUSE = 30000;
let pause = PAUSE;

function finishedCount() {
  return part.querySelectorAll("[data-finished]").length;
}

function isUsed() {
  return part.contains(document.activeElement)
    && document.activeElement.matches("input, select, textarea, details[open] *");
}

function replace(nodes) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  part.replaceChildren(...nodes);
  if (!focused) return;
  const same = [...part.querySelectorAll(focused.tagName)].find((each) => each.textContent === focused.textContent);
  if (!same) part.tabIndex = -1;
  (same ?? part).focus({ preventScroll: true });
}

async function show() {
  if (!document.hidden && !isUsed()) {
    try {
      const answer = await fetch(part.dataset.part || location.href,
        { headers: { Accept: "text/html" }, redirect: "error" });
      if (!answer.ok) throw new Error(answer.status);
      const before = finishedCount();
      const found = new DOMParser().parseFromString(await answer.text(), "text/html"); // runs no scripts
      const shown = found.getElementById(part.id) || found.body;
      if (part.dataset.csrf) {
        shown.querySelectorAll("input[name=csrf]").forEach((field) => { field.value = part.dataset.csrf; });
      }
      const after = document.createElement("div");
      after.append(...shown.childNodes);
      if (isUsed() || after.innerHTML === part.innerHTML) {
        pause = Math.min(1.2 * pause, LONGEST_PAUSE);
      } else {
        replace(after.childNodes);
        if (said && finishedCount() > before) said.textContent = said.dataset.ready;
        pause = PAUSE;
      }
    } catch {
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }
  wait();
}

function wait() {
  if (part.querySelector("[data-unfinished]")) setTimeout(show, pause);
}

if (part) {
  const proof = document.querySelector("input[name=csrf]");
  if (proof) part.dataset.csrf = proof.value;
  wait();
}
