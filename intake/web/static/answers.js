// The form of the portal: shows the questions that are asked, and saves what was entered, again and again until it is.
// Without this script everything is shown, and "Save and continue" saves.

"use strict";

(() => {
  const form = document.querySelector("form.answers");
  const status = document.getElementById("saving");
  const summary = document.getElementById("summary");
  if (summary) summary.focus();
  if (!form) return;

  // Which questions are asked ---------------------------------------------------------------------------------------

  const fold = (text) => text.trim().toLocaleLowerCase();

  function answersOf(name) {
    const fields = [...form.elements].filter((field) => field.name === name && !field.closest("[hidden]"));
    return fields.filter((field) => !["radio", "checkbox"].includes(field.type) || field.checked)
      .map((field) => field.value);
  }

  function showWhatIsAsked() {
    for (const question of form.querySelectorAll("[data-follows]")) {
      const wanted = question.dataset.equals;
      question.hidden = !answersOf(question.dataset.follows).some((answer) => answer !== "" && (
        fold(answer) === fold(wanted) || (wanted !== "" && Number(answer) === Number(wanted))));
    }
  }

  for (const only of form.querySelectorAll(".only")) only.hidden = true;
  showWhatIsAsked();

  // Saving ----------------------------------------------------------------------------------------------------------

  const PAUSE = 800, FIRST_WAIT = 2000, LONGEST_WAIT = 60000;
  let entered = 0, saved = 0, wait = FIRST_WAIT, timer = null, sending = false, leaving = false, closed = false;
  let waitsForLine = null; // the button that was pressed without a connection

  function say(what) {
    if (status.textContent !== form.dataset[what]) status.textContent = form.dataset[what];
    status.dataset.state = what;
  }

  function soon(delay) {
    clearTimeout(timer);
    timer = setTimeout(save, delay);
  }

  async function save() {
    clearTimeout(timer);
    if (sending || closed || saved === entered) return;
    sending = true;
    const upTo = entered;
    try {
      const response = await fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)), headers: {Accept: "application/json"},
        keepalive: document.visibilityState === "hidden", redirect: "error", referrerPolicy: "no-referrer",
      });
      if ([400, 403, 404, 410].includes(response.status)) closed = true;
      if (!response.ok) throw new Error(String(response.status));
      form.elements.marks.value = (await response.json()).marks;
      saved = upTo;
      wait = FIRST_WAIT;
      say(saved === entered ? "saved" : "saving");
    } catch {
      say(closed ? "closed" : waitsForLine ? "offline" : "unsaved");
      soon(wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    } finally {
      sending = false;
      if (saved !== entered && wait === FIRST_WAIT) soon(0);
    }
  }

  function changed(delay) {
    entered += 1;
    showWhatIsAsked();
    soon(delay);
  }

  form.addEventListener("input", () => changed(PAUSE));
  form.addEventListener("change", () => changed(0));
  form.addEventListener("submit", (event) => {
    leaving = navigator.onLine;
    if (leaving) return;
    event.preventDefault(); // the browser would show an error in place of what was entered
    say("offline");
    waitsForLine = event.submitter;
  });
  window.addEventListener("online", () => {
    wait = FIRST_WAIT;
    if (waitsForLine) form.requestSubmit(waitsForLine);
    else save();
  });
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") save(); });
  window.addEventListener("pageshow", () => { leaving = false; showWhatIsAsked(); });
  window.addEventListener("beforeunload", (event) => {
    if (saved !== entered && !leaving) event.preventDefault();
  });
})();
