// Shows only the fields that suit the type of answer and the condition.

"use strict";

{
  const type = document.getElementById("type"), condition = document.getElementById("condition");
  const show = () => {
    for (const part of document.querySelectorAll("[data-only]")) {
      const own = part.closest("[data-row]")?.querySelector("[data-type]") ?? type;
      part.hidden = !part.dataset.only.split(" ").includes(own.value);
    }
    const chosen = condition.selectedOptions[0];
    document.querySelector("[data-answer]").hidden = !(chosen && "free" in chosen.dataset);
  };
  type.form.addEventListener("change", show);
  show();
}
