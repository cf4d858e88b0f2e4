// The portal's form: shows the questions that apply and saves answers, retrying until it succeeds. Without this script
// all questions are shown, and "Save and continue" saves.

"use strict";

(() => {
  const form = document.querySelector("form.answers");
  const status = document.getElementById("saving");
  const summary = document.getElementById("summary");
  if (document.activeElement === document.body) summary?.focus(); // no answer is being typed yet
  if (!form) return;

  // Which questions are asked ---------------------------------------------------------------------------------------

  const fold = (text) => text.trim().toLocaleLowerCase();
  const numberIn = (text) => Number(text.replace(/[$,\s]/g, "")); // as the server parses "$1,200" or "1 200"

  // By name, as going through all fields of a long form at each key takes a slow phone too long. Those that are added
  // later are of entries, which no other question follows.
  const named = new Map();
  for (const field of form.elements) named.set(field.name, [...named.get(field.name) ?? [], field]);

  function answersOf(name) {
    const fields = named.get(name) ?? [];
    return fields.filter((field) => !["radio", "checkbox"].includes(field.type) || field.checked)
      .filter((field) => !field.closest("[hidden]")).map((field) => field.value);
  }

  // A date in three fields, as the server keeps it. If a part is not in digits, only the server knows.
  function dateIn(name, wanted) {
    const parts = ["year", "month", "day"].flatMap((part) => answersOf(`${name}.${part}`));
    if (parts.length < 3 || parts.join("").trim() === "") return [];
    const isKnown = parts.every((part) => /^\s*\d*\s*$/.test(part));
    return [isKnown ? parts.map((part) => part.trim().padStart(2, "0")).join("-") : wanted];
  }

  function showWhatIsAsked() {
    for (const question of form.querySelectorAll("[data-follows]")) {
      const wanted = question.dataset.equals;
      const { follows } = question.dataset;
      question.hidden = ![...answersOf(follows), ...dateIn(follows, wanted)].some((answer) => answer !== "" && (
        fold(answer) === fold(wanted) || (wanted !== "" && numberIn(answer) === Number(wanted))));
    }
  }

  for (const only of form.querySelectorAll(".only")) only.hidden = true;
  showWhatIsAsked();
  form.classList.remove("awaits-script");

  // Saving ----------------------------------------------------------------------------------------------------------

  const PAUSE = 800, FIRST_WAIT = 2000, LONGEST_WAIT = 60000;
  const SILENCE = 20000; // after this long without an answer the connection is dead
  const MOST_KEPT_ALIVE = 60000; // browsers accept 64 KiB in all that outlives the page
  const page = crypto.getRandomValues(new Uint32Array(2)).join(""); // also unlike itself before a reload
  let entered = 0, saved = 0, tooLong = 0; // numbers of changes: entered, saved, and too long to save
  let sent = 0; // number of the last save: one that arrives after a later one must change nothing
  let wait = FIRST_WAIT, timer = null, sending = false, leaving = false, closed = false;
  let pressed = null; // the button or link to follow once everything is saved

  // Tells typed.js whether the tab has to keep the form.
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
    const isLast = document.visibilityState === "hidden"; // it outlives the page if nothing can abort it
    if ((sending && !isLast) || closed || saved === entered || tooLong === entered) return;
    sending = true;
    const upTo = entered, body = new URLSearchParams(new FormData(form));
    body.append("page", page);
    body.append("save", sent += 1);
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
      const { marks } = await response.json();
      if (upTo >= saved) [form.elements.marks.value, saved] = [marks, upTo];
      mark();
      wait = FIRST_WAIT;
      say(saved === entered ? "saved" : "saving");
      if (saved === entered) goOn();
    } catch {
      say(closed ? "closed" : pressed ? "offline" : "unsaved");
      if (closed) goOn(); // the next page says why
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

  // Divides a whole date that was pasted into the first of three fields, as the server would.
  function divide(field) {
    const parts = [...(field.closest?.(".date")?.querySelectorAll("input") ?? [])];
    const found = /^\s*(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})\s*$/.exec(field.value)?.slice(1);
    if (!found || field !== parts[0]) return;
    const nameOf = (part) => part.name.split(".").at(-1);
    const order = found[0].length > 2 ? ["year", "month", "day"] : parts.map(nameOf);
    for (const part of parts) part.value = found[order.indexOf(nameOf(part))];
  }

  form.addEventListener("input", () => changed(PAUSE));
  form.addEventListener("change", ({ target }) => {
    divide(target);
    changed(0);
  });

  // An incomplete or impossible date has no value, and would be lost silently.
  function isBroken(field) {
    field.setCustomValidity?.("");
    if (!field.validity?.badInput || field.closest("[hidden]")) return false;
    field.setCustomValidity(field.dataset.broken ?? "");
    return !field.reportValidity();
  }

  // Only sending shows whether there is a connection. Without one the browser would replace the page with an error, so
  // the answers are saved first, and the page continues once that has succeeded.
  form.addEventListener("submit", (event) => {
    leaving ||= closed; // the page that says why it was not saved shows it again
    if (leaving) return;
    event.preventDefault();
    if (!event.submitter?.name && [...form.elements].some(isBroken)) return;
    pressed = event.submitter;
    entered += 1;
    say("saving");
    save();
  });

  // Links wait, too: the next page, such as this one in another language, would lack the latest changes.
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
    pressed.click(); // iPhones with iOS 15 do not know `requestSubmit`
  }

  window.addEventListener("online", () => {
    wait = FIRST_WAIT;
    save();
  });
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") save(); });
  window.addEventListener("pageshow", () => { leaving = false; pressed = null; showWhatIsAsked(); });
  window.addEventListener("load", () => {
    const fields = [...form.elements].filter((each) => each.matches("input:not([type=hidden]), select, textarea"));
    const shown = () => fields.map((field) => [field.value, field.checked]);
    const loaded = shown();
    window.addEventListener("pageshow", () => { // after Back, Chrome has just put in what was typed then
      if (JSON.stringify(shown()) === JSON.stringify(loaded)) return;
      fields.forEach((field, place) => { [field.value, field.checked] = loaded[place]; });
      showWhatIsAsked();
    }, { once: true });
  });
  window.addEventListener("beforeunload", (event) => {
    if (saved !== entered && !leaving) event.preventDefault();
  });
})();
