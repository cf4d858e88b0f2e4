// Keeps what is typed into forms in this tab until it is sent, through reloads, followed links, expired sessions and
// pages that fail to load. The next person to sign in does not see it, and the answer to signing out removes it
// (`clear_site_data`).
"use strict";

(() => {
  const PREFIX = "unsent ";
  const { reader, accepted, unsent, discard: discardIt } = document.currentScript.dataset;
  const [{ type, redirectCount } = {}] = performance.getEntriesByType("navigation");
  const parameters = new URLSearchParams(location.search);
  // Whether sending a form led here. Not after returning from a page that failed to load.
  const isDone = type === "navigate" && (redirectCount > 0 || parameters.has("done")) && !parameters.has("failed");
  const isAccepted = accepted !== undefined; // without a redirect

  function stored(key) {
    try {
      return JSON.parse(sessionStorage.getItem(key));
    } catch {
      return null; // no storage, or not ours
    }
  }

  function store(key, kept) {
    try {
      if (kept) sessionStorage.setItem(key, JSON.stringify(kept));
      else sessionStorage.removeItem(key);
    } catch { /* full or forbidden */ }
  }

  function sweep(isTheirs) {
    try {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX) && isTheirs(key)) store(key);
    } catch { /* no storage */ }
  }

  const fieldsOf = (form) => [...form.elements].filter(
    (each) => each.name && each.matches("textarea, select, input:not([type=hidden], [type=file])"));
  const takesText = (form) => !form.querySelector("[type=password]")
    && form.querySelector("textarea, input:not([type=hidden], [type=file], [type=checkbox], [type=radio])");
  const choiceOf = ({ options }) => ([...options].find((each) => each.defaultSelected) ?? options[0])?.value;
  const isBox = ({ type }) => type === "checkbox" || type === "radio";
  const givenOf = (field) => field.type === "select-one" ? choiceOf(field) : isBox(field) ? field.defaultChecked : field.defaultValue;
  const enteredOf = (field) => isBox(field) ? field.checked : field.value;
  const enter = (fields, entries) => fields.forEach((field, place) => { field[isBox(field) ? "checked" : "value"] = entries[place]; });
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  sweep((key) => !key.startsWith(`${PREFIX}${reader} `));
  const forms = [...document.querySelectorAll("main form[method=post]")].filter(takesText).map((form) => {
    const { pathname } = new URL(form.getAttribute("action") ?? "", location.href); // `form.action` may be a field
    const fields = fieldsOf(form);
    return { form, fields, key: `${PREFIX}${reader} ${pathname}`, given: fields.map(givenOf) };
  });
  const isShown = (key) => forms.some((each) => each.key === key && same(stored(key).typed, each.given)); // a preview
  if (isDone || isAccepted) sweep((key) => stored(key)?.sent && !(isAccepted && isShown(key)));

  for (const { form, fields, key, given } of forms) {
    const kept = stored(key);
    const touched = fields.filter((field, place) => !same(enteredOf(field), given[place])); // before this script ran
    const isTouched = (field) => touched.some((each) => each === field || (each.type === "radio" && each.name === field.name));
    let begun = given;
    if (kept && same(kept.typed, given)) begun = kept.begun; // it was refused, and the page itself shows it
    else if (kept && same(kept.begun, given)) {
      enter(fields, fields.map((field, place) => isTouched(field) ? enteredOf(field) : kept.typed[place]));
      const back = document.createElement("p");
      const words = document.createElement("span");
      const discard = document.createElement("button");
      back.className = "back-again";
      words.textContent = form.dataset.unsent ?? unsent;
      back.setAttribute("role", "status");
      Object.assign(discard, { type: "button", className: "quiet", textContent: discardIt });
      discard.addEventListener("click", () => {
        enter(fields, given);
        store(key);
        back.remove();
        ((form.dataset.unsent && fields.find((field) => field.matches("textarea"))) || fields[0]).focus();
      });
      back.append(words, " ", discard);
      form.prepend(back);
      form.closest("details")?.setAttribute("open", "");
    }
    const keep = () => {
      const typed = fields.map(enteredOf);
      store(key, same(typed, begun) ? null : { begun, typed });
    };
    if (touched.length) keep();
    form.addEventListener("input", keep);
    form.addEventListener("submit", () => {
      const last = stored(key);
      if (last) store(key, { ...last, sent: true });
    });
  }
})();
