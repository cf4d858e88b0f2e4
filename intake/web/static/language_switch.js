// Takes what was typed into a form along when its page is opened in another language. It is in the tab for that long.

"use strict";

(() => {
  const KEY = "typed";
  const forms = [...document.querySelectorAll("form[method=post]")];
  const isBox = ({ type }) => type === "checkbox" || type === "radio";
  const placeOf = (form) => new URL(form.action).pathname;
  const fieldsOf = (form) => [...form.elements].filter(
    (each) => each.name && each.matches("textarea, select, input:not([type=hidden]), #drawing"));

  function take() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY));
      sessionStorage.removeItem(KEY);
      return kept ?? {};
    } catch {
      return {}; // no storage, or not ours
    }
  }

  const kept = take();
  for (const form of forms) {
    const entries = kept[placeOf(form)] ?? [];
    const more = form.elements.more; // adds a row for a name, which has three fields
    for (let count = fieldsOf(form).length; more && count < entries.length; count += 3) form.requestSubmit(more);
    fieldsOf(form).forEach((field, place) => {
      if (place < entries.length) field[isBox(field) ? "checked" : "value"] = entries[place];
    });
    if (entries.length) form.dispatchEvent(new Event("change"));
  }
  if (Object.keys(kept).length) document.activeElement.blur(); // not in the row that was added last

  document.addEventListener("click", (event) => {
    if (!event.target.closest("a[hreflang]")) return;
    const typed = forms.map((form) => [
      placeOf(form), fieldsOf(form).map((field) => isBox(field) ? field.checked : field.value)]);
    try {
      sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(typed)));
    } catch { /* no storage: the page comes as it was */ }
  });
})();
