'use client';

// Throws what the address asks for: ?fault=<milliseconds after this script starts, or "unload">&id=<text of the error>.
const LEAVE_AFTER_MS = 200;

const plan = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
const moment = plan.get('fault');

function fail() {
  globalThis.benchThrows?.();
  throw new Error(`bench ${plan.get('id')}`);
}

if (moment === 'unload') {
  addEventListener('beforeunload', fail, { once: true });
  setTimeout(() => location.assign('/left'), LEAVE_AFTER_MS);
} else if (moment !== null) {
  setTimeout(fail, Number(moment));
}

/** Renders nothing; being rendered is what brings this module into the page. */
export function Fault() {
  return null;
}
