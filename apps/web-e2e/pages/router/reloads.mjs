/* global sessionStorage */
// A page whose route never loads: /<guard>/<storage mode>. It makes twenty attempts, over as many documents as the
// guard loads; if the guard shows a screen, the visitor presses "Try again" at once. Its record so far is the first
// word of `window.name`, the only thing that a tab keeps in every storage mode.
import { classifyFailure, createHardNavigator, createReloadBreaker } from '@adit/router';
import { createBrowserPlatform } from '@adit/router/browser';

const TRIES = 20;
const NUXT_TTL_MS = 10_000;

const [, guardName, mode] = location.pathname.split('/');
const loadRoute = () => import(`${location.origin}/missing-route.js`);

const overrideStorage = (get) => Object.defineProperty(window, 'sessionStorage', { get });

function fillStorage() {
  // Storage filled by the previous document is still full.
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
 * How each mode breaks storage. The server causes the opaque origin (`content-security-policy: sandbox`) and the
 * redirect to the address without its query.
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

/** Each returns whether it reloads for a route that has failed to load, and throws the screen to show instead. */
const GUARDS = {
  ours(error) {
    const { location: place, storage, isOnline } = createBrowserPlatform();
    const breaker = createReloadBreaker({ buildId: 'A', storage, location: place });
    const hard = createHardNavigator({ location: place, breaker, isOnline });
    const reason = classifyFailure(error, { online: isOnline() });
    if (hard.hardNavigate(place.href, { reason, history: 'replace' }).outcome === 'refused') throw error;
  },

  // The algorithm of Nuxt 4.4.5 (packages/nuxt/src/app/composables/chunk.ts): one key for the path, kept for ten
  // seconds; storage that throws counts as empty.
  nuxt(error) {
    let held = {};
    try {
      held = JSON.parse(sessionStorage.getItem('nuxt:reload') || '{}');
    } catch {
      // As in Nuxt.
    }
    if (held.path === location.pathname && held.expires >= Date.now()) throw error;
    try {
      const expires = Date.now() + NUXT_TTL_MS;
      sessionStorage.setItem('nuxt:reload', JSON.stringify({ path: location.pathname, expires }));
    } catch {
      // As in Nuxt.
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

/** One attempt: `undefined` if a document is being loaded, else the screen that the visitor sees. */
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
