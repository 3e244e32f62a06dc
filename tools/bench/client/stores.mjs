// `node tools/bench/client/stores.mjs [TABS] [ENGINE …]`: how many records survive a page that ends at once, by store, by the
// moment of writing, and by engine.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { ENGINES } from '../../everywhere/browsers/engines.mjs';
import { installEngine } from '../../everywhere/browsers/install-engine.mjs';
import { startDriver } from '../../everywhere/browsers/drivers/start-driver.mjs';

const [tabs = '100', ...asked] = process.argv.slice(2);

const PAGE = `<!doctype html><title>store</title><script>
const asks = new URLSearchParams(location.search);
const withStore = (use) => {
  const opening = indexedDB.open('store');
  opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
  opening.onsuccess = () => use(opening.result.transaction('kept', 'readwrite').objectStore('kept'));
};
const write = {
  localStorage: () => localStorage.setItem(asks.get('id'), '1'),
  IndexedDB: () => withStore((store) => store.put('1', asks.get('id'))),
}[asks.get('store')];
if (write) addEventListener(asks.get('at'), write);
/** Raises an error, and goes to another page in the same task. */
window.fail = (isLeft) => {
  if (isLeft) location.assign('/');
  dispatchEvent(new Event('error'));
};
window.countAll = () => new Promise((resolve) => withStore((store) => {
  const counting = store.count();
  counting.onsuccess = () => {
    resolve({ localStorage: localStorage.length, IndexedDB: counting.result });
    localStorage.clear();
    store.clear();
  };
}));
</script>`;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
}).listen(0);
await once(server, 'listening');
const origin = `http://localhost:${server.address().port}`;

const rows = {};
for (const engine of ENGINES.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const { env, problem } = await installEngine(engine);
  if (problem !== undefined) {
    console.log(problem);
    continue;
  }
  const driver = await startDriver(JSON.parse(env.ADIT_BROWSER));
  const open = async (path) => {
    const tab = await driver.openTab();
    await tab.goto(origin + path);
    return tab;
  };
  const other = await open('/');
  for (const end of ['left', 'closed'])
    for (const at of ['error', 'pagehide'])
      for (const store of ['localStorage', 'IndexedDB']) {
        await other.evaluate(() => globalThis.countAll());
        for (let id = 0; id < Number(tabs); id += 1) {
          const tab = await open(`/?store=${store}&at=${at}&id=${id}`);
          // A page that is left may not answer.
          await tab.evaluate((isLeft) => globalThis.fail(isLeft), end === 'left').catch(() => undefined);
          await tab.close().catch(() => undefined);
        }
        const { [store]: survived } = await other.evaluate(() => globalThis.countAll());
        const row = `${end}, written at ${at}: ${store}`;
        rows[row] = { ...rows[row], [engine.name]: survived };
        console.log(engine.name, row, survived);
      }
  await driver.stop();
}
console.table(rows);
server.close();
