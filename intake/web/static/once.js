// Refuses a second press of a button. Listens at the window, after all other listeners: forms that scripts send are
// left to them. After a while the form can be sent again, because the answer may have been a file.
// A page that Back loads again keeps its token: browsers put in what was typed, and the server knows what was sent. What
// another person typed is taken out.
"use strict";

(() => {
  const [{ type } = {}] = performance.getEntriesByType("navigation");
  const proofs = [...document.querySelectorAll("input[name=csrf]")];
  const { token } = history.state ?? {};
  const own = proofs[0]?.value.split(".")[1];
  const readerOf = (text) => text?.slice(16); // what follows the token itself, as in web/csrf.py
  const isOfAnother = type === "back_forward" && readerOf(token) && readerOf(token) !== readerOf(own);
  if (isOfAnother) addEventListener("pageshow", () => { for (const form of document.forms) form.reset(); });
  if (type === "back_forward" && token && !isOfAnother) {
    for (const each of proofs) each.value = `${each.value.split(".")[0]}.${token}`;
  } else if (proofs.length) history.replaceState({ ...history.state, token: own }, "");

  const ANSWERED = 10000;
  const sent = new Set();
  addEventListener("pageshow", ({ persisted }) => { if (persisted) sent.clear(); }); // back from the browser's memory
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    setTimeout(() => sent.delete(form), ANSWERED);
  });
})();
