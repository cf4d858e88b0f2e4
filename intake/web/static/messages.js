// Opens a conversation at its latest message, above the answer field.
"use strict";

{
  const latest = document.querySelector(".thread > :last-child");
  if (latest && !location.hash && !scrollY && !document.querySelector("[autofocus]")) latest.scrollIntoView();
}
