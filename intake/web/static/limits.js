// Takes a text that is longer than its field allows as a whole, and asks for it to be shortened before the form is sent.
// A browser by itself cuts off the end of what is pasted and says nothing.
"use strict";

(() => {
  const { words } = document.currentScript.dataset;
  const excessOf = (field) => field.dataset.longest ? field.value.length - field.dataset.longest : 0;

  function measure(field) {
    const excess = excessOf(field);
    field.setCustomValidity(excess > 0 ? words.replace("{count}", excess) : "");
    return excess > 0;
  }

  for (const type of ["focusin", "dragenter"]) { // a text can be dropped into a field without the focus
    document.addEventListener(type, ({ target }) => {
      if (!(target.maxLength > 0)) return;
      target.dataset.longest = target.maxLength;
      target.removeAttribute("maxlength");
    });
  }

  document.addEventListener("input", ({ target, inputType }) => {
    if (target.dataset?.longest && measure(target) && /Paste|Drop/.test(inputType)) target.reportValidity();
  });

  document.addEventListener("submit", (event) => { // also where the browser checks nothing
    const field = [...event.target.elements].find((each) => excessOf(each) > 0);
    if (!field || event.submitter?.formNoValidate) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    measure(field);
    field.reportValidity();
  }, true);
})();
