/* global sessionStorage */
// A page whose route never loads: /<guard>/<storage mode>. It tries twenty times, over as many documents as the guard
// makes of it; where the guard shows a screen, the visitor presses "Try again" at once. What it has seen so far is the first
// word of `window.name`, the one thing a tab keeps in every storage mode.
import { classifyFailure, createHardNavigator, createReloadBreaker } from '@adit/router';
import { createBrowserPlatform } from '@adit/router/browser';

const TRIES = 20;
const NUXT_TTL_MS = 10_000;

const [, guardName, mode] = location.pathname.split('/');
const loadRoute = () => import(`${location.origin}/missing-route.js`);

const overrideStorage = (get) => Object.defineProperty(window, 'sessionStorage', { get });

function fillStorage() {
  // What the document before has stored is still there.
  if (sessionStorage.length > 0) return;
  for (let size = 4_194_304; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) sessionStorage.setItem(`filler ${sessionStorage.length}`, 'x'.repeat(size));
    } catch {
      // Full for this size; a smaller one may still fit.
    }
  }
}

function blockStorage() {
  overrideStorage(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
}

const readSeen = () => window.name.split(' ')[0];

/**
 * How each mode breaks storage; the opaque origin (`content-security-policy: sandbox`) and the redirect to the address
 * without its query are the server's doing.
 */
const MODES = {
  works: () => undefined,
  throws: blockStorage,
  stripped: blockStorage,
  renamed() {
    blockStorage();
    window.name = readSeen();
  },
  full: fillStorage,
  absent: () => overrideStorage(() => null),
  opaque: () => undefined,
};

/** Each answers whether it reloads for a route that has failed to load; it throws what the visitor is shown instead. */
const GUARDS = {
  ours(error) {
    const { location: place, storage, isOnline } = createBrowserPlatform();
    const breaker = createReloadBreaker({ buildId: 'A', storage, location: place });
    const hard = createHardNavigator({ location: place, breaker, isOnline });
    const reason = classifyFailure(error, { online: isOnline() });
    if (hard.hardNavigate(place.href, { reason, history: 'replace' }).outcome === 'refused') throw error;
  },

  // What Nuxt 4.4.5 does (packages/nuxt/src/app/composables/chunk.ts): one key for the path, kept for ten seconds, and
  // storage that throws is taken for storage that holds nothing.
  nuxt(error) {
    let held = {};
    try {
      held = JSON.parse(sessionStorage.getItem('nuxt:reload') || '{}');
    } catch {
      // As there.
    }
    if (held.path === location.pathname && held.expires >= Date.now()) throw error;
    try {
      const expires = Date.now() + NUXT_TTL_MS;
      sessionStorage.setItem('nuxt:reload', JSON.stringify({ path: location.pathname, expires }));
    } catch {
      // As there.
    }
    location.reload();
  },

  /** A mark in the address, which a server or another script may drop. */
  address(error) {
    const marked = new URL(location.href);
    if (marked.searchParams.has('reloaded')) throw error;
    marked.searchParams.set('reloaded', '1');
    location.replace(marked.href);
  },
};

/** One try: `undefined` when a document is on its way, else what the visitor is shown. */
async function tryRoute() {
  try {
    await loadRoute();
    return 'the route';
  } catch (error) {
    try {
      await GUARDS[guardName](error);
      return undefined;
    } catch (thrown) {
      return thrown.message === error.message ? 'error screen' : `${thrown.name} in its place`;
    }
  }
}

function remember(seen) {
  window.name = window.name.replace(/^\S*/, encodeURIComponent(JSON.stringify(seen)));
}

async function run() {
  const seen = JSON.parse(decodeURIComponent(readSeen()) || '{"tries":0,"shown":"nothing"}');
  MODES[mode]();
  while (seen.tries < TRIES) {
    seen.tries += 1;
    remember(seen);
    const shown = await tryRoute();
    if (shown === undefined) return;
    seen.shown = shown;
  }
  remember(seen);
  document.documentElement.dataset.tries = String(seen.tries);
  document.documentElement.dataset.shown = seen.shown;
}

void run();
