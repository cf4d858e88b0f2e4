// Shows a firm's lead form where the script element stands that loads this:
//   <script src="https://intake.example.com/start/<firm>/embed.js" async></script>
// `data-practice-area` and `data-lang` choose the form and its language.
"use strict";

(() => {
  const script = document.currentScript;
  const own = new URL(script.src);
  const { practiceArea, lang } = script.dataset;
  const language = lang || document.documentElement.lang.slice(0, 2);

  const address = new URL(own.pathname.replace(/\/embed\.js$/, practiceArea ? `/${practiceArea}` : ""), own.origin);
  const asked = new URLSearchParams(location.search);
  const values = { embed: location.origin, lang: language, page: location.origin + location.pathname,
    referrer: document.referrer };
  for (const name of ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]) values[name] = asked.get(name);
  for (const [name, value] of Object.entries(values)) if (value) address.searchParams.set(name, value.slice(0, 2000));

  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = language === "es" ? "Formulario de contacto" : "Contact form";
  Object.assign(frame.style, { display: "block", width: "100%", height: "40rem", border: "0" });
  script.after(frame);

  let opened = 0;
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== own.origin || source !== frame.contentWindow || data?.type !== "intake:lead-form") return;
    if (Number.isFinite(data.height)) frame.style.height = `${Math.min(Math.max(data.height, 100), 20000)}px`;
    // After the form is sent, scrolls to the top of the next page.
    if (data.opened && opened++ && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
  });
})();
