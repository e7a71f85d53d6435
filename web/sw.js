// Keeps the whole playground, so that it works without a network. VERSION and FILES are put before this by
// web/site.mjs: another build has another version, and takes the place of the old one as a whole.
"use strict";
const CACHE = `elastogap-playground-${VERSION}`;

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((f) => new Request(f, { cache: "no-cache" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
    const old = (name) => name.startsWith("elastogap-playground-") && name !== CACHE;
    event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    if (event.request.method === "GET")
        event.respondWith(caches.match(event.request, { cacheName: CACHE, ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
