// Starts the core before the rest of the page is read: with what it says meanwhile it is taken over by core.js.
"use strict";
globalThis.early = { worker: new Worker("worker.js"), said: [] };
globalThis.early.worker.onmessage = ({ data }) => globalThis.early.said.push(data);
globalThis.early.worker.postMessage({ start: true });
