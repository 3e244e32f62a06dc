// A page with a small router of its own, like an application without a framework, and the navigator around it.
import { createHardNavigator, createNavigator, createReloadBreaker } from '@adit/router';
import { createBrowserPlatform, createPageLife } from '@adit/router/browser';

const platform = createBrowserPlatform();
const events = [];
const onEvent = (event) => {
  events.push(event);
  note(`${event.phase ?? event.type} ${event.reason ?? ''} ${event.refusal ?? ''}`, event.url);
};
let navigator;
let page;
let turns = 0;
let request = new window.AbortController();

/** The remaining clicks, if the test makes many: they continue from document to document. */
const clicks = JSON.parse(window.sessionStorage.getItem('clicks') ?? 'null');
let patience;
const OFFLINE_REST_MS = 100;

const pathOfClick = (index) => `/click-${index}`;

/** The events around the latest clicks, kept across documents, for the report of a click that was lost. */
const MAX_NOTES = 60;
function note(what, address = '') {
  if (clicks === null) return;
  const notes = JSON.parse(window.sessionStorage.getItem('notes') ?? '[]');
  notes.push(`${Date.now() % 100_000} ${what} ${address.replace(location.origin, '')}`);
  window.sessionStorage.setItem('notes', JSON.stringify(notes.slice(-MAX_NOTES)));
}

function remember({ isUnderWay }) {
  clicks.isUnderWay = isUnderWay;
  window.sessionStorage.setItem('clicks', JSON.stringify(clicks));
}

function clickOn() {
  const answers = clicks.answers[clicks.fates.length];
  if (answers === undefined) {
    window.clicked?.({ fates: clicks.fates, deaths: clicks.deaths, gaveWay: clicks.gaveWay });
    return;
  }
  remember({ isUnderWay: true });
  patience = setTimeout(() => settle('dead'), clicks.patienceMs);
  navigator.push(`${pathOfClick(clicks.fates.length)}?${new URLSearchParams(answers)}`);
}

function settle(fate) {
  window.clearTimeout(patience);
  note(`-> ${fate}`);
  if (fate === 'dead')
    clicks.deaths.push({
      click: clicks.fates.length,
      at: location.href,
      notes: JSON.parse(window.sessionStorage.getItem('notes')),
    });
  clicks.fates.push(fate);
  window.settled?.();
  remember({ isUnderWay: false });
  // Nobody clicks again at once without a network, and otherwise one outage would take most of the clicks.
  setTimeout(clickOn, fate === 'offline' ? OFFLINE_REST_MS : 0);
}

/** The visitor sees a page, with or without a document load. It counts if it is the page they clicked for. */
function seePage(kind, path) {
  if (clicks?.isUnderWay && path === pathOfClick(clicks.fates.length)) settle(kind);
}

function show(path) {
  document.querySelector('main').textContent = `soft ${path}`;
  seePage('soft', path);
}

/** Whether the navigator works on the newest click, or has failed it. */
const isClickUnderWay = () =>
  (navigator.state().target ?? '').includes(`${pathOfClick(clicks.fates.length)}?`);

function showFailure() {
  const { reason = '' } = navigator.state();
  document.querySelector('[role=alert]').textContent = reason;
  if (reason !== '' && clicks?.isUnderWay && isClickUnderWay()) settle(reason);
}

/** Fetches a page's data, shows it, and writes the history entry; within the page it only scrolls. */
async function navigate(href, mode) {
  turns += 1;
  const turn = turns;
  // With many clicks, each one aborts the last: otherwise hanging requests would take all six connections. Tests of
  // single clicks need the late answer.
  if (clicks !== null) request.abort();
  request = new window.AbortController();
  const url = new URL(href, location.href);
  const isSamePage = url.pathname + url.search === location.pathname + location.search;
  try {
    const response = await fetch(`/data.json${url.search}`, {
      headers: { 'x-page': url.pathname },
      signal: request.signal,
    });
    if (turn !== turns) return;
    if (!response.ok || response.headers.get('content-type') !== 'application/json')
      throw new Error('Connection closed.');
    const { redirect } = await response.json();
    if (redirect !== undefined) {
      navigator.redirect(redirect, { history: 'replace' });
      return;
    }
    // Like Next: the current address adds no entry.
    window.history[isSamePage ? 'replaceState' : `${mode}State`](null, '', url);
    note('commit', location.href);
    page.shown(location.href);
    show(url.pathname);
  } catch (error) {
    if (turn === turns) navigator.fail(error, url.href);
  }
}

/** Starts the page's router with the test's numbers. */
function start(options = {}) {
  const { location: place, storage, clock, isOnline } = platform;
  const breaker = createReloadBreaker({ buildId: '1', storage, location: place });
  const hard = createHardNavigator({
    location: place,
    breaker,
    isOnline,
    hasUnsavedInput: () => document.querySelector('input')?.value > '',
    onEvent,
  });
  navigator = createNavigator({
    soft: {
      push: (href) => void navigate(href, 'push'),
      replace: (href) => void navigate(href, 'replace'),
    },
    hard,
    location: place,
    clock,
    isOnline,
    onEvent,
    ...options,
  });
  navigator.subscribe(showFailure);
  page = createPageLife({ navigator, breaker, storage });
  page.start();
  page.shown(location.href);
  window.router = { navigator, hard, events };
}

/** Keeps the main thread from being idle, while timers and input still work. */
function keepBusy() {
  const { port1, port2 } = new window.MessageChannel();
  port1.onmessage = () => {
    const until = window.performance.now() + 8;
    while (window.performance.now() < until);
    port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
}

/** Clicks through pages with the given answers, each after the end of the one before, with a maximum time for each. */
function startClicks(answers, patienceMs, numbers) {
  window.sessionStorage.setItem(
    'clicks',
    JSON.stringify({ answers, patienceMs, numbers, fates: [], deaths: [], gaveWay: 0, isUnderWay: false }),
  );
  location.reload();
}

if (clicks !== null) {
  const [{ type }] = window.performance.getEntriesByType('navigation');
  const beganAt = Math.round(window.performance.timeOrigin % 100_000);
  const kept = window.sessionStorage.getItem('adit-wanted');
  note(`document (${type}, began at ${beganAt}, from ${document.referrer}, kept ${kept})`, location.href);
  start(clicks.numbers);
  if (!clicks.isUnderWay) clickOn();
  // The network failed during a document load: the browser shows its own error page, and the test comes here.
  else if (location.pathname === '/browser-error') settle('browser-error');
  else if (location.pathname === pathOfClick(clicks.fates.length)) settle('document');
  // The browser has shown the document of an earlier click. It is replaced by the newest one's at once, or never.
  else if (isClickUnderWay()) {
    clicks.gaveWay += 1;
    patience = setTimeout(() => settle('dead'), clicks.patienceMs);
  } else settle('dead');
}

Object.assign(window, { startClicks, startRouter: start, keepBusy });
