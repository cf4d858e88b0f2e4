// Shows only the fields that suit the type of answer and the condition.

"use strict";

{
  const type = document.getElementById("type"), condition = document.getElementById("condition");
  const show = () => {
    for (const part of document.querySelectorAll("[data-only]")) {
      part.hidden = !part.dataset.only.split(" ").includes(type.value);
    }
    const chosen = condition.selectedOptions[0];
    document.querySelector("[data-answer]").hidden = !(chosen && "free" in chosen.dataset);
  };
  type.addEventListener("change", show);
  condition.addEventListener("change", show);
  show();
}
