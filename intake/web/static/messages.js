// Opens a conversation at its latest message, below which the answer is written; what came before stands above.
"use strict";

{
  const latest = document.querySelector(".thread > :last-child");
  if (latest && !location.hash && !document.querySelector("[autofocus]")) latest.scrollIntoView();
}
