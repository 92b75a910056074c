// Python in the browser: unpacks scorer and answers questions, one at a time.

import {loadPyodide} from './pyodide/pyodide.mjs';

const starting = start();

async function start() {
  const home = new URL('./', self.location.href);
  const [python, code] = await Promise.all([
    loadPyodide({indexURL: new URL('pyodide/', home).href}),
    fetch(new URL('scorer.zip', home)).then(answer => answer.arrayBuffer()),
  ]);
  python.unpackArchive(code, 'zip', {extractDir: '/scorer'});
  python.runPython("import os, sys\nos.environ['SCORER_NO_CACHE'] = '1'\nsys.path.insert(0, '/scorer')\nfrom scorer.web.answers import answer_text");
  return python.globals.get('answer_text');
}

starting.then(() => postMessage({ready: true}), error => postMessage({failed: String(error)}));

self.addEventListener('message', async ({data: {name, body}}) => {
  const [status, data] = JSON.parse((await starting)(name, body));
  postMessage({answer: {status, data}});
});
