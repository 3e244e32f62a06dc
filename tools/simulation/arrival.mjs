// Simulated browsers that count what they record with the code of @adit/monitoring-client, and report it to the ledger of @adit/tunnel.
import { register } from 'node:module';
import { createRandom } from '../src/random.mjs';
import { importFrom } from '../src/projects.mjs';

register('@swc-node/register/esm', import.meta.url);
const { createRecorded, fateOf, LOST } = await importFrom('libs/monitoring-client/src/recorded/recorded.ts');
const { estimateArrived } = await importFrom('libs/tunnel/src/ledger/arrived-share.ts');
const { recordReport } = await importFrom('libs/tunnel/src/ledger/recorded.ts');
const { createReleases } = await importFrom('libs/tunnel/src/ledger/releases.ts');
const { readRecorded } = await importFrom('libs/tunnel/src/request/read-recorded.ts');

const ORIGIN = 'https://shop.example';

/** The number of pages in all. */
const PAGES = 100_000;

/** Two of three visitors have one page. */
const PAGES_OF_VISITOR = [1, 1, 3];

/** The items of the requests of a page, while it is shown and when it is left. Most pages send their session alone. */
const REQUESTS = [
  { shown: ['s'], left: [] },
  { shown: ['s'], left: ['s'] },
  { shown: ['s', 't', 'e'], left: ['ts'] },
  { shown: ['s', 't', 'ee', 't', 'e'], left: ['t', 's'] },
];

/**
 * Simulates browsers.
 * @param lost the share of requests that are lost
 * @param lostWhenLeft the same for requests of a page that is hidden or left. Default: `lost`
 * @param lostUnanswered the same for those of them whose page ends before the answer. Default: `lostWhenLeft`
 * @param isReceivedCounted whether the tunnel counts what comes in. Default: it does
 * @param hasStorage whether pages leave their counts to the next one. Default: they do
 * @returns the share that is lost, the estimate of the tunnel, and how many items it was told of
 */
export function simulateArrival({
  seed,
  lost,
  lostWhenLeft = lost,
  lostUnanswered = lostWhenLeft,
  hasStorage = true,
  isReceivedCounted = true,
}) {
  const random = createRandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const ledger = {};
  const releases = createReleases();
  const truth = { items: 0, lost: 0, headerBytes: 0, requests: 0 };

  /** Sends one request, with the report of earlier ones. */
  function send(page, categories, lossShare, isAnswered) {
    const items = page.recorded.begin(categories);
    const header = page.recorded.headerOf(items);
    const isLost = random() < lossShare;
    truth.items += categories.length;
    truth.requests += 1;
    truth.headerBytes = Math.max(truth.headerBytes, `adit-recorded: ${header}`.length);
    if (isLost) truth.lost += categories.length;
    else
      recordReport(
        ledger,
        { ...readRecorded(header), ...(!isReceivedCounted && { received: 0 }) },
        'chrome',
        releases,
      );
    if (!isAnswered) return;
    page.recorded.end(items, isLost ? LOST : fateOf(200));
    if (isLost) page.recorded.putBack(header);
  }

  function openPage(kept) {
    const listeners = {};
    const document = { hidden: false };
    const view = {
      addEventListener: (type, listener) => (listeners[type] = listener),
      document,
      location: { href: `${ORIGIN}/`, origin: ORIGIN },
      localStorage: {
        getItem: (key) => kept[key] ?? null,
        setItem: (key, text) => (kept[key] = text),
        removeItem: (key) => delete kept[key],
      },
    };
    const recorded = createRecorded('/monitoring-tunnel', 'shop@1.2.3', view);
    return { recorded, document, leave: () => listeners.pagehide() };
  }

  for (let pages = 0; pages < PAGES;) {
    const storage = {};
    for (let left = pick(PAGES_OF_VISITOR); left > 0 && pages < PAGES; left -= 1, pages += 1) {
      const page = openPage(hasStorage ? storage : {});
      const { shown, left: atEnd } = pick(REQUESTS);
      for (const categories of shown) send(page, categories, lost, true);
      page.document.hidden = true;
      // A tab that is only hidden still gets its answers.
      const isAnswered = random() < 0.4;
      for (const categories of atEnd)
        send(page, categories, isAnswered ? lostWhenLeft : lostUnanswered, isAnswered);
      page.leave();
    }
  }
  return {
    ...truth,
    share: truth.lost / truth.items,
    estimate: estimateArrived(ledger['shop@1.2.3'].chrome),
  };
}
