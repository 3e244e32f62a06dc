import { classifyFailure, createHardNavigator, createNavigator, createReloadBreaker } from '@adit/router';
import {
  createBrowserPlatform,
  networkSignal,
  recordEarlyTraversals,
  visibilitySignal,
  watchUnsavedInput,
} from '@adit/router/browser';
import { classifyErrorEvent, treatmentOf } from '@adit/router/failures';
import { createConnectivityMonitor, createSkewMonitor } from '@adit/router/monitors';

const early = recordEarlyTraversals();
const { clock, fetch, isOnline, location: place, storage } = createBrowserPlatform();
const { build } = document.querySelector('main').dataset;
const output = document.querySelector('output');
const control = new URLSearchParams(place.href.split('?')[1]).get('control');
const onEvent = (event) => window.events.push(event);
window.events = [];
window.kinds = [];

/** Guards that others write, in place of the breaker: a flag for the tab, and one that the entry chunk clears. */
const FLAGS = {
  flag: () => undefined,
  'cleared-flag': () => window.sessionStorage.removeItem('reloaded'),
};
FLAGS[control]?.();
const flag = {
  claim() {
    const allowed = window.sessionStorage.getItem('reloaded') === null;
    window.sessionStorage.setItem('reloaded', '1');
    return allowed;
  },
};

const unsaved = watchUnsavedInput();
const breaker = createReloadBreaker({ buildId: build, storage, location: place });
const hard = createHardNavigator({
  location: place,
  breaker: control in FLAGS ? flag : breaker,
  isOnline,
  hasUnsavedInput: unsaved.hasUnsavedInput,
  onEvent,
});
const skew = createSkewMonitor({
  buildId: build,
  fetch,
  clock,
  url: '/version.json',
  pollMs: 50,
  visibility: visibilitySignal,
  storage,
  onEvent,
});
const connectivity = createConnectivityMonitor({
  clock,
  network: networkSignal,
  probe: { url: '/probe', fetch },
  probeTimeoutMs: 1_000,
  retryMs: 50,
  maxRetryMs: 50,
  resumeJitterMs: 100,
  onEvent,
});

function show(screen) {
  output.textContent = screen;
}

/** What an application does with a failure: look at the kind, follow the table. */
function recover(kind) {
  window.kinds.push(kind);
  const treatment = treatmentOf(kind, { hasUnsavedInput: unsaved.hasUnsavedInput() });
  if (treatment === 'reload-once') {
    skew.catchingUp('missing-chunk');
    const { outcome } = hard.hardNavigate(place.href, { reason: kind, history: 'replace' });
    show(outcome === 'refused' ? 'show-screen' : 'reloading');
  } else show(treatment);
}

/** The routes that have arrived or are on their way; one that was rejected is asked for again. */
const routes = new Map();
function load(file) {
  const url = new URL(file, place.href).href;
  if (!routes.has(url)) {
    const route = import(url);
    routes.set(url, route);
    route.catch(() => routes.delete(url));
  }
  return routes.get(url);
}

async function open(file) {
  try {
    show((await load(file)).default);
    skew.rendered();
  } catch (error) {
    window.lastError = [error.name, error.message];
    recover(classifyFailure(error, { online: isOnline() }));
  }
}

/** A script as bundlers load it: nothing can catch what it throws. */
function openScript(file) {
  const script = document.createElement('script');
  script.src = file;
  document.head.append(script);
}

window.addEventListener(
  'error',
  (event) => {
    window.lastError = [event.constructor.name, event.message];
    const kind = classifyErrorEvent(event, { online: isOnline() });
    if (kind !== undefined) recover(kind);
  },
  { capture: true },
);

const navigator = createNavigator({
  soft: {
    async push(href) {
      const response = await fetch(`${href}.json`);
      skew.inspect(response);
      // Firefox puts no page into its cache whose request is broken off.
      await response.text();
      if (skew.state().status === 'outdated')
        hard.hardNavigate(new URL(href, place.href).href, { reason: 'version-skew' });
      else navigator.fail(new Error('The route did not arrive.'));
    },
  },
  hard,
  location: place,
  clock,
  // The control waits for it in vain.
  documentTimeoutMs: control === 'no-reset' ? 3_000 : undefined,
  onEvent,
});

window.addEventListener('pagehide', () => {
  if (output.textContent === '') breaker.settled(place.href);
});
window.addEventListener('pageshow', (event) => {
  window.isRestored = event.persisted;
  if (!event.persisted || control === 'no-reset') return;
  breaker.documentRestored();
  navigator.reset();
});

/** The router begins to listen. */
function hydrate() {
  const follow = ({ href }) => show(`at ${new URL(href).pathname}`);
  window.addEventListener('popstate', () => follow({ href: place.href }));
  if (control !== 'no-replay') early.replay(follow);
}

window.app = { connectivity, hard, hydrate, load, navigator, open, openScript, skew };
