// Opens a conversation at its latest message, above the answer field.
"use strict";

{
  const latest = document.querySelector(".thread > :last-child");
  if (latest && !location.hash && !document.querySelector("[autofocus]")) latest.scrollIntoView();
}
