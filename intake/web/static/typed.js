// Keeps in the tab what was typed into a form until it is sent: over a reload, a link that led away, an error in the
// place of the answer. Of a form that is saved as it is filled in only what was not saved yet.

"use strict";

(() => {
  const KEY = "typed";
  const [{ type, redirectCount } = {}] = performance.getEntriesByType("navigation");
  // Whether a form that was sent led to this page: an error of the browser in the place of the answer is no page of ours.
  const isAnswer = "answer" in document.currentScript.dataset || (type === "navigate" && redirectCount > 0);
  const isBox = (field) => field.type === "checkbox" || field.type === "radio";
  const placeOf = (form) => new URL(form.action).pathname;
  const fieldsOf = (form) => [...form.elements].filter((each) => each.name && each.matches(
    "textarea, select, input:not([type=hidden], [autocomplete=one-time-code]), #drawing"));
  const forms = [...document.querySelectorAll("form[method=post]")].filter((form) => fieldsOf(form).length);
  const isKept = (form) => "pending" in form.dataset || form.querySelector("[data-offline]");
  const given = new Map(); // what each form began with
  const sent = new Set();

  // What is in the fields: the name, the place among those of that name, and what was entered, as one text each.
  function entriesOf(form) {
    const counts = {};
    return fieldsOf(form).map((field) => {
      counts[field.name] = (counts[field.name] ?? -1) + 1;
      return JSON.stringify([field.name, counts[field.name], isBox(field) ? field.checked : field.value]);
    });
  }

  function enter(form, entries) {
    const { more } = form.elements; // adds a row for a name
    for (const [name, place, entered] of entries.map((each) => JSON.parse(each))) {
      const named = () => fieldsOf(form).filter((field) => field.name === name);
      for (let rows = named().length; more && rows <= place; rows += 1) form.requestSubmit(more);
      const field = named()[place];
      if (field) field[isBox(field) ? "checked" : "value"] = entered;
    }
    if (more) document.activeElement.blur(); // not in the row that was added last
    form.dispatchEvent(new Event("change"));
  }

  function stored() {
    try {
      return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
    } catch {
      return {}; // no storage, or not ours
    }
  }

  function store(kept) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(kept));
    } catch { /* no storage, or full */ }
  }

  function keep() {
    if (document.documentElement.classList.contains("left")) return store({}); // leaving no trace
    const kept = stored();
    for (const form of forms) {
      const entries = isKept(form) ? entriesOf(form).filter((each) => !given.get(form).includes(each)) : [];
      if (entries.length) kept[placeOf(form)] = { entries, isSent: sent.has(form) };
      else delete kept[placeOf(form)];
    }
    return store(kept);
  }

  const kept = stored();
  for (const form of forms) {
    const last = kept[placeOf(form)];
    const isRefused = last?.isSent && isAnswer; // then the page has it
    given.set(form, isRefused ? [] : entriesOf(form));
    if (last && !isRefused) enter(form, last.entries);
  }
  if (isAnswer) store(Object.fromEntries(Object.entries(kept).filter(([, { isSent }]) => !isSent)));

  addEventListener("submit", (event) => { if (!event.defaultPrevented) sent.add(event.target); });
  addEventListener("pageshow", () => sent.clear());
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
})();
