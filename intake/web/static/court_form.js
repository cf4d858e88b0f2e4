// Sends a court form's PDF straight to storage, with portal_sending.js. Without both scripts the form itself is sent.

"use strict";

(() => {
  const form = document.getElementById("add-form");
  const status = document.getElementById("sending");
  const data = form.dataset;

  if (typeof Sending === "undefined") return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [file] = form.elements.file.files;
    if (!file || !file.size || file.size > Number(data.limit) || typeOf(file) !== "application/pdf") {
      return say("wrong");
    }
    const about = new URLSearchParams();
    for (const name of ["name", "number", "state", "practice_area", "court_type"]) {
      about.set(name, form.elements[name].value);
    }
    let id = "";
    const paths = {
      issue: `${data.issue}?${about}`,
      confirm: (issued) => { id = issued; return data.confirm.replace("/form/", `/${issued}/`); },
    };
    form.querySelector("button").disabled = true;
    try {
      await new Sending(file, paths, data.csrf, (_, percent) => say("sending", file.name, percent)).run();
      location.assign(data.done.replace("/form?", `/${id}?`));
    } catch {
      say("failed");
      form.querySelector("button").disabled = false;
    }
  });

  function say(what, name, percent) {
    status.textContent = status.dataset[what].replace("{name}", () => name) + (percent ? ` ${percent} %` : "");
  }
})();
