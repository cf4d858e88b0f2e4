// The lead form: solves the challenge in a worker, adds rows for names, and tells a page that frames the form its
// height. The form also works without this script.
"use strict";

(() => {
  const form = document.querySelector("[data-challenge]");
  const parent = document.getElementById("main").dataset.parent;

  if (parent && window.parent !== window) {
    document.documentElement.classList.add("framed");
    const tell = (values) => window.parent.postMessage({ type: "intake:lead-form", ...values }, parent);
    new ResizeObserver(() => tell({ height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(document.body);
    tell({ opened: true });
  }
  if (document.activeElement === document.body) document.getElementById("summary")?.focus(); // nothing is being typed yet
  if (!form) return;

  const field = form.elements.altcha;
  let worker, solving;

  function solve() {
    solving ??= new Promise((resolve) => {
      const payload = JSON.parse(atob(field.value));
      if (payload.solution) return resolve();
      worker = new Worker(document.querySelector("script[data-solver]").dataset.solver);
      worker.onmessage = ({ data }) => {
        field.value = btoa(JSON.stringify({ ...payload, solution: data }));
        resolve();
      };
      worker.onerror = resolve;
      worker.postMessage(payload.challenge.parameters);
    });
    return solving;
  }

  form.addEventListener("focusin", solve, { once: true });
  form.addEventListener("submit", async (event) => {
    const { submitter } = event;
    if (submitter?.name === "more") {
      event.preventDefault();
      return addRow();
    }
    if (form.dataset.ready) return;
    event.preventDefault();
    document.getElementById("wait").textContent = form.dataset.wait;
    await Promise.race([solve(), new Promise((resolve) => setTimeout(resolve, 20000))]);
    form.dataset.ready = "yes";
    setTimeout(() => submitter.click());  // nothing is sent while this event is being dispatched
  });

  // A page restored from the browser's memory can be sent again.
  addEventListener("pageshow", () => {
    delete form.dataset.ready;
    document.getElementById("wait").textContent = "";
  });

  function addRow() {
    const rows = document.getElementById("rows");
    const row = rows.lastElementChild.cloneNode(true);
    const number = rows.children.length + 1;
    for (const each of row.querySelectorAll("[id]")) each.id = each.id.replace(/\d+$/, number);
    for (const each of row.querySelectorAll("label")) each.htmlFor = each.htmlFor.replace(/\d+$/, number);
    row.querySelector("input").value = "";
    for (const each of row.querySelectorAll("select")) each.selectedIndex = 0;
    rows.append(row);
    row.querySelector("input").focus();
  }
})();
