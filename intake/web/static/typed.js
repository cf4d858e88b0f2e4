// Keeps a form's input in the tab until it is sent, through reloads, followed links and browser errors; of forms that
// are saved while being filled in, only unsaved input.

"use strict";

(() => {
  const KEY = "typed";
  const [{ type, redirectCount } = {}] = performance.getEntriesByType("navigation");
  // Whether sending a form led to this page; on a browser's error page this script does not run.
  const isAnswer = "answer" in document.currentScript.dataset || (type === "navigate" && redirectCount > 0);
  const isBox = (field) => field.type === "checkbox" || field.type === "radio";
  const placeOf = (form) => new URL(form.action).pathname;
  const fieldsOf = (form) => [...form.elements].filter((each) => each.name && each.matches(
    "textarea, select, input:not([type=hidden], [autocomplete=one-time-code]), #drawing"));
  const forms = [...document.querySelectorAll("form[method=post]")].filter((form) => fieldsOf(form).length);
  const isKept = (form) => "pending" in form.dataset || form.querySelector("[data-offline]");
  const given = new Map(); // the values each form came with
  const sent = new Set();
  const givenOf = (field) => isBox(field) ? field.defaultChecked : field.defaultValue // a select has none
    ?? ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value;
  const enteredOf = (field) => isBox(field) ? field.checked : field.value;

  // Each field's name, position among those of that name, and value, as a text.
  function entriesOf(form, valueOf = enteredOf) {
    const counts = {};
    return fieldsOf(form).map((field) => {
      counts[field.name] = (counts[field.name] ?? -1) + 1;
      return JSON.stringify([field.name, counts[field.name], valueOf(field)]);
    });
  }

  const changesOf = (form) => entriesOf(form).filter((each) => !given.get(form).has(each));

  // Enters what was kept, except where something else was typed before this script arrived. After Back it was the
  // browser that entered something, perhaps older.
  function enter(form, entries) {
    const changed = type === "back_forward" ? [] : fieldsOf(form).filter((field) => enteredOf(field) !== givenOf(field));
    const touched = new Set(changed.map((field) => field.type === "radio" ? field.name : field));
    const isTouched = (field) => touched.has(field) || (field.type === "radio" && touched.has(field.name));
    const { more } = form.elements; // adds a row for a name
    for (const [name, place, entered] of entries.map((each) => JSON.parse(each))) {
      const named = () => fieldsOf(form).filter((field) => field.name === name);
      if (!named().length) form.dispatchEvent(new CustomEvent("entries", { bubbles: true, detail: name }));
      for (let rows = named().length; more && rows <= place; rows += 1) more.click();
      const field = named()[place];
      if (field && !isTouched(field)) field[isBox(field) ? "checked" : "value"] = entered;
    }
    if (more) document.activeElement.blur(); // not in the last added row
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
      const entries = isKept(form) ? changesOf(form) : [];
      if (entries.length) kept[placeOf(form)] = { entries, isSent: sent.has(form) };
      else delete kept[placeOf(form)];
    }
    return store(kept);
  }

  const kept = stored();
  for (const form of forms) {
    const last = kept[placeOf(form)];
    const isRefused = last?.isSent && isAnswer; // then the page itself shows the input
    given.set(form, new Set(isRefused ? [] : entriesOf(form, givenOf)));
    if (isRefused) continue;
    if (last) enter(form, last.entries);
    else if (changesOf(form).length) form.dispatchEvent(new Event("change")); // typed before the scripts ran
  }
  if (isAnswer) store(Object.fromEntries(Object.entries(kept).filter(([, { isSent }]) => !isSent)));

  addEventListener("submit", (event) => { if (!event.defaultPrevented) sent.add(event.target); });
  addEventListener("pageshow", () => sent.clear());
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
})();
