// Keeps the page for use without a network. VERSION and FILES stand above, written by `scorer page`.

// A host may have several copies of the page, each in a folder of its own, and all share one list of caches.
const OURS = `scorer ${self.registration.scope} `, CACHE = OURS + VERSION;

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(kept => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  const old = caches.keys().then(names => Promise.all(names.filter(name => name.startsWith(OURS) && name !== CACHE).map(name => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener('fetch', event => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith((async () => {
    const kept = await caches.open(CACHE);
    const found = await kept.match(event.request, {ignoreSearch: true});
    if (found) return found;
    const answer = await fetch(event.request);
    if (answer.ok) await kept.put(event.request, answer.clone());
    return answer;
  })());
});
