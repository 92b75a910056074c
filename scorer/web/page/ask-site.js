// Questions go to Python in a worker of this browser; nothing is sent anywhere.

const worker = new Worker('worker.js', {type: 'module'});
const queue = [];
let current = null, started = false;

/** Called when Python is ready. */
export const whenReady = new Promise((resolve, reject) => {
  worker.addEventListener('message', ({data}) => {
    if (data.ready) { started = true; resolve(); next(); }
    else if (data.failed) reject(data.failed);
    else { const {resolve: tell} = current; current = null; tell(data.answer); next(); }
  });
});

function next() {
  if (!started || current || !queue.length) return;
  current = queue.shift();
  worker.postMessage({name: current.name, body: JSON.stringify(current.body)});
}

/** The answer to a question as {status, data}. Of equal questions that wait, only the newest is asked. */
export async function ask(name, body) {
  if (!started && name === 'ruleset' && !body.rules && !body.options) {
    const prepared = await fetch(`rules/${body.ruleset}.${body.language}.json`).catch(() => null);
    if (prepared?.ok) return {status: 200, data: await prepared.json()};
  }
  return new Promise(resolve => {
    const old = queue.findIndex(one => one.name === name);
    if (old >= 0) queue.splice(old, 1)[0].resolve({status: 409, data: {ok: false}});
    queue.push({name, body, resolve});
    next();
  });
}

navigator.serviceWorker?.register('service.js').catch(() => { /* opened as a file, or not allowed: works online */ });
