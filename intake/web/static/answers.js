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
  const numberIn = (text) => Number(text.replace(/[$,]/g, "")); // "$1,200" is 1200 to the server, too

  function answersOf(name) {
    const fields = [...form.elements].filter((field) => field.name === name && !field.closest("[hidden]"));
    return fields.filter((field) => !["radio", "checkbox"].includes(field.type) || field.checked)
      .map((field) => field.value);
  }

  function showWhatIsAsked() {
    for (const question of form.querySelectorAll("[data-follows]")) {
      const wanted = question.dataset.equals;
      question.hidden = !answersOf(question.dataset.follows).some((answer) => answer !== "" && (
        fold(answer) === fold(wanted) || (wanted !== "" && numberIn(answer) === Number(wanted))));
    }
  }

  for (const only of form.querySelectorAll(".only")) only.hidden = true;
  showWhatIsAsked();

  // Saving ----------------------------------------------------------------------------------------------------------

  const PAUSE = 800, FIRST_WAIT = 2000, LONGEST_WAIT = 60000;
  const SILENCE = 20000; // a line that answers nothing for so long is dead
  const MOST_KEPT_ALIVE = 60000; // of all that outlives a page browsers take 64 KiB
  let entered = 0, saved = 0, tooLong = 0; // as many changes there were, were saved, and were too long to be saved
  let wait = FIRST_WAIT, timer = null, sending = false, leaving = false, closed = false;
  let pressed = null; // the button or the link that leads on, until everything is saved

  // For what is kept of it in the tab.
  function mark() {
    form.toggleAttribute("data-pending", saved !== entered);
  }

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
    const isLast = document.visibilityState === "hidden"; // it outlives the page, as long as nothing can abort it
    if ((sending && !isLast) || closed || saved === entered || tooLong === entered) return;
    sending = true;
    const upTo = entered, body = new URLSearchParams(new FormData(form));
    try {
      const response = await fetch(form.action, {
        method: "POST", body, headers: {Accept: "application/json"}, redirect: "error", referrerPolicy: "no-referrer",
        keepalive: isLast && String(body).length < MOST_KEPT_ALIVE,
        signal: isLast ? null : AbortSignal.timeout?.(SILENCE),
      });
      if ([400, 403, 404, 410].includes(response.status)) closed = true;
      if (response.status === 413) {
        [tooLong, pressed] = [upTo, null];
        say("long");
        return;
      }
      if (!response.ok) throw new Error(String(response.status));
      form.elements.marks.value = (await response.json()).marks;
      saved = upTo;
      mark();
      wait = FIRST_WAIT;
      say(saved === entered ? "saved" : "saving");
      if (saved === entered) goOn();
    } catch {
      say(closed ? "closed" : pressed ? "offline" : "unsaved");
      if (closed) goOn(); // the page that comes says why
      soon(wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    } finally {
      sending = false;
      if (saved !== entered && wait === FIRST_WAIT) soon(0);
    }
  }

  function changed(delay) {
    entered += 1;
    mark();
    showWhatIsAsked();
    soon(delay);
  }

  form.addEventListener("input", () => changed(PAUSE));
  form.addEventListener("change", () => changed(0));

  // A date of which a part is missing, or that does not exist, has no value: it would be lost without a word.
  function isBroken(field) {
    field.setCustomValidity?.("");
    if (!field.validity?.badInput || field.closest("[hidden]")) return false;
    field.setCustomValidity(field.dataset.broken ?? "");
    return !field.reportValidity();
  }

  // Whether there is a connection shows only when something is sent. Without one the browser would show an error in the
  // place of what was entered, so it is saved first, and the page goes on when that has succeeded.
  form.addEventListener("submit", (event) => {
    leaving ||= closed; // what is sent then comes back on the page that says why it was not saved
    if (leaving) return;
    event.preventDefault();
    if (!event.submitter?.name && [...form.elements].some(isBroken)) return;
    pressed = event.submitter;
    entered += 1;
    say("saving");
    save();
  });

  // So does a link: the page that comes, such as this one in another language, would lack what was typed last.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || link.origin !== location.origin || link.getAttribute("href").startsWith("#")) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (closed || saved === entered || tooLong === entered) return;
    event.preventDefault();
    pressed = link;
    say("saving");
    save();
  });

  function goOn() {
    if (!pressed) return;
    leaving = true;
    if (pressed.href) location.assign(pressed.href);
    else form.requestSubmit(pressed);
  }

  window.addEventListener("online", () => {
    wait = FIRST_WAIT;
    save();
  });
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") save(); });
  window.addEventListener("pageshow", () => { leaving = false; pressed = null; showWhatIsAsked(); });
  window.addEventListener("beforeunload", (event) => {
    if (saved !== entered && !leaving) event.preventDefault();
  });
})();
