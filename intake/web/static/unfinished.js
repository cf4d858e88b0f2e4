// Updates the progress of reports while one is being made and the page is visible.
"use strict";

const made = document.getElementById("reports-made");
const said = document.querySelector("[data-ready]");
const PAUSE = 1500, LONGEST_PAUSE = 30000;
let pause = PAUSE;

function readyCount() {
  return made.querySelectorAll("li .acts > a").length;
}

async function show() {
  if (!document.hidden && !made.contains(document.activeElement)) {
    try {
      const answer = await fetch(made.dataset.part, { headers: { Accept: "text/html" }, redirect: "error" });
      if (!answer.ok) throw new Error(answer.status);
      const before = readyCount();
      const found = new DOMParser().parseFromString(await answer.text(), "text/html"); // runs no scripts
      found.querySelectorAll("input[name=csrf]").forEach((field) => { field.value = made.dataset.csrf; });
      made.replaceChildren(...found.body.childNodes);
      if (readyCount() > before) said.textContent = said.dataset.ready;
      pause = PAUSE;
    } catch {
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }
  wait();
}

function wait() {
  if (made.querySelector("[data-unfinished]")) setTimeout(show, pause);
}

const proof = document.querySelector("input[name=csrf]");
if (proof) made.dataset.csrf = proof.value;
wait();
