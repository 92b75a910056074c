"""The offline copies of pages: each page of a host keeps its own, and removes only its own."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from scorer.web.files import page_file

PROGRAM = """
const kept = {KEPT};
function service(scope, version) {
  const handlers = {}, code = `const VERSION = '${version}', FILES = [];` + CODE;
  const self = {registration: {scope}, addEventListener: (name, handler) => handlers[name] = handler,
                skipWaiting: () => 0, clients: {claim: () => 0}};
  const caches = {open: async name => { kept.add(name); return {addAll: async () => 0}; },
                  keys: async () => [...kept], delete: async name => kept.delete(name)};
  new Function('self', 'caches', code)(self, caches);
  return handlers;
}
async function run(scope, version) {
  const handlers = service(scope, version);
  for (const name of ['install', 'activate']) {
    let wait; handlers[name]({waitUntil: promise => wait = promise}); await wait;
  }
}
(async () => {
  await run('http://host/a/', 'scorer-1'); await run('http://host/b/', 'scorer-1');
  await run('http://host/a/b/', 'scorer-1'); await run('http://host/a/', 'scorer-2');
  console.log(JSON.stringify([...kept]));
})();
"""


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_a_page_removes_only_its_own_old_copy() -> None:
    code = f"const CODE = {json.dumps(page_file('service.js').decode())};"
    program = code + PROGRAM.replace("{KEPT}", "new Set(['of another program'])")
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    kept = json.loads(done.stdout)
    assert "of another program" in kept
    assert [name.split(" ")[1:] for name in kept if "host" in name] == [
        ["http://host/b/", "scorer-1"],
        ["http://host/a/b/", "scorer-1"],
        ["http://host/a/", "scorer-2"],
    ]
