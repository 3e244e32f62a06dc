import {
  classifyErrorEvent,
  classifyFailure,
  createHardNavigator,
  createNavigator,
  createReloadBreaker,
} from '@adit/router';
import {
  createBrowserPlatform,
  networkSignal,
  visibilitySignal,
  watchUnsavedInput,
} from '@adit/router/browser';
import { createConnectivityMonitor, createSkewMonitor } from '@adit/router/monitors';

const { clock, fetch, isOnline, location: place, storage } = createBrowserPlatform();
const { build } = document.querySelector('main').dataset;
const output = document.querySelector('output');
const control = new URLSearchParams(place.href.split('?')[1]).get('control');
const onEvent = (event) => window.events.push(event);
window.events = [];
window.kinds = [];

/** Common guards to compare with the breaker: a flag for the tab, and one that the entry chunk clears. */
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

/** The application's reaction to each kind of failure. */
const TREATMENTS = {
  'missing-chunk': 'reload-once',
  'broken-data': 'reload-once',
  skew: 'ask',
  offline: 'wait-for-network',
  client: 'show-screen',
};

function recover(kind) {
  window.kinds.push(kind);
  const treatment = TREATMENTS[kind];
  if (treatment === 'reload-once' && unsaved.hasUnsavedInput()) show('ask');
  else if (treatment === 'reload-once') {
    skew.catchingUp('missing-chunk');
    const { outcome } = hard.hardNavigate(place.href, { reason: kind, history: 'replace' });
    show(outcome === 'refused' ? 'show-screen' : 'reloading');
  } else show(treatment);
}

/** The routes that have loaded or are loading; a rejected one is requested again. */
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

/** A script as bundlers load it: its errors cannot be caught. */
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
      // Firefox does not put a page into its cache if one of its requests is aborted.
      await response.text();
      if (skew.state().status === 'outdated')
        hard.hardNavigate(new URL(href, place.href).href, { reason: 'version-skew' });
      else navigator.fail(new Error('The route did not arrive.'));
    },
  },
  hard,
  location: place,
  clock,
  // In the control, this time passes without a document.
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

window.app = { connectivity, hard, load, navigator, open, openScript, skew };
