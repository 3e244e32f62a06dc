import type { ServerState, SpoolState } from '../server-state.ts';
import {
  countOf,
  formatBytes,
  formatDuration,
  formatMs,
  formatNumber,
  formatShare,
  formatTime,
} from './format.ts';
import { markup, NOTHING, type Content, type Markup } from './markup.ts';
import { formatArrived, isFewArrived } from './recorded.ts';

interface Fact {
  readonly name: string;
  /** Identifies the value for programs. */
  readonly id: string;
  readonly value: Content;
  readonly details: readonly Content[];
  readonly isBad?: boolean;
}

/** The numbers that a person looks at first. */
export function factsMarkup(state: ServerState): Markup {
  const facts = [
    ingest(state),
    spool(state),
    oldest(state),
    delivery(state),
    forwards(state),
    answers(state),
    workers(state),
    ...arrived(state),
  ];
  return markup`${facts.map(
    ({ name, id, value, details, isBad = false }) =>
      markup`<div${{ markup: isBad ? ' class="bad"' : '' }}><dt>${name}</dt><dd id="fact-${id}">${value}</dd>${details.map((detail) => markup`<dd>${detail}</dd>`)}</div>`,
  )}`;
}

function ingest({ projects, at }: ServerState): Fact {
  const down = projects.filter(({ isUp }) => !isUp);
  const limited = projects.filter(({ limits }) => limits.length > 0).length;
  const since = Math.min(...down.map(({ downSince }) => downSince ?? at));
  return {
    name: 'Ingest',
    id: 'ingest',
    value: down.length === 0 ? 'Up' : 'Down',
    isBad: down.length > 0,
    details: [
      ...(down.length === 0
        ? [countOf(projects.length, 'project')]
        : [
            `${down.length} of ${countOf(projects.length, 'project')}`,
            `since ${formatTime(since, at)} UTC`,
            `for ${formatDuration(at - since)}`,
          ]),
      ...(limited === 0 ? [] : [`${countOf(limited, 'project')} limited by Sentry`]),
    ],
  };
}

function spool({ spool: state }: ServerState): Fact {
  const fact = { name: 'Spool', id: 'spool' };
  if (state === null) return { ...fact, value: 'Off', details: ['Nothing is stored during an outage.'] };
  const { envelopes, bytes, maxBytes, fill, isHealthy, isPaused } = state;
  const flags = [...(isHealthy ? [] : ['takes no more']), ...(isPaused ? ['delivery paused'] : [])];
  return {
    ...fact,
    value: fill === null ? formatBytes(bytes) : formatShare(fill),
    isBad: !isHealthy || (fill ?? 0) > 0.8,
    details: [
      ...(fill === null ? [] : [bar(fill)]),
      markup`<data id="spool-bytes" value="${bytes}">${formatBytes(bytes)}</data>${maxBytes === null ? '' : ` of ${formatBytes(maxBytes)}`}`,
      markup`<data id="spool-envelopes" value="${envelopes}">${formatNumber(envelopes)}</data> ${envelopes === 1 ? 'envelope' : 'envelopes'}`,
      [...(isHealthy ? [fullWhen(state)] : []), ...flags].join('; '),
    ],
  };
}

function fullWhen({ fullInMs, fill }: SpoolState): string {
  if (fill !== null && fill >= 1) return 'full';
  return fullInMs === null ? 'not growing' : `full in ${formatDuration(fullInMs)} at this pace`;
}

/** Shows how full the spool is. The number beside it says the same. */
const bar = (fill: number): Markup =>
  markup`<svg class="bar" aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none"><rect width="${Math.min(100, Math.round(fill * 100))}" height="1"/></svg>`;

function oldest({ spool: state }: ServerState): Fact {
  const fact = { name: 'Oldest waiting', id: 'oldest' };
  if (state === null || state.envelopes === 0) return { ...fact, value: 'None', details: [] };
  if (state.oldestAgeMs === null) return { ...fact, value: 'Unknown', details: [] };
  const { oldestAgeMs, maxAgeMs } = state;
  return {
    ...fact,
    value: formatDuration(oldestAgeMs),
    isBad: oldestAgeMs > maxAgeMs / 2,
    details: [`dropped after ${formatDuration(maxAgeMs)}`],
  };
}

/** How fast what waits is delivered, and until when. */
function delivery({ spool: state }: ServerState): Fact {
  const fact = { name: 'Delivering', id: 'delivery' };
  if (state === null || state.envelopes === 0)
    return { ...fact, value: 'Nothing', details: ['nothing waits'] };
  const { deliveredPerS, envelopes } = state;
  return {
    ...fact,
    value: markup`<data id="drain-rate" value="${deliveredPerS}">${formatNumber(deliveredPerS)}</data> <small>a second</small>`,
    details: [`${countOf(envelopes, 'envelope')} left`, doneWhen(state)],
  };
}

/** Rounded, because the pace changes: to minutes, or below one to ten seconds. */
function doneWhen({ isPaused, isOut, emptyInMs }: SpoolState): string {
  if (isPaused) return 'no estimate: the delivery is paused';
  if (isOut) return 'no estimate: ingest is unavailable';
  if (emptyInMs === null) return 'no estimate: no fewer than before';
  const unitMs = emptyInMs < 60_000 ? 10_000 : 60_000;
  return `done in about ${formatDuration(Math.max(1, Math.ceil(emptyInMs / unitMs)) * unitMs)}`;
}

function forwards({ rates }: ServerState): Fact {
  return {
    name: 'Forwards',
    id: 'forwards',
    value: markup`${formatNumber(rates.forwardedPerS)} <small>a second</small>`,
    details: [
      `${formatNumber(rates.requestsPerS)} requests a second`,
      `${formatBytes(rates.receivedBytesPerS)} a second`,
    ],
  };
}

function answers({ rates }: ServerState): Fact {
  return {
    name: 'Ingest answers in',
    id: 'answers',
    value: markup`${formatMs(rates.ingestP50Ms)} <small>p50</small>`,
    details: [
      `${formatMs(rates.ingestP99Ms)} p99`,
      `clients wait ${formatMs(rates.serverP50Ms)} p50, ${formatMs(rates.serverP99Ms)} p99`,
    ],
  };
}

function workers({ workers: all, isReady }: ServerState): Fact {
  const answering = all.filter(({ isAnswering }) => isAnswering).length;
  const restarts = all.reduce((sum, one) => sum + one.restarts, 0);
  return {
    name: 'Workers',
    id: 'workers',
    value: answering === all.length ? formatNumber(all.length) : `${answering} of ${all.length}`,
    isBad: answering < all.length,
    details: [
      isReady ? 'ready' : markup`<b class="bad">not ready</b>`,
      ...(restarts === 0
        ? []
        : [markup`<data id="restarts" value="${restarts}">${countOf(restarts, 'restart')}</data>`]),
    ],
  };
}

function arrived({ recorded }: ServerState): readonly Fact[] {
  if (recorded === null) return [];
  return [
    {
      name: 'Arrived',
      id: 'arrived',
      value: formatArrived(recorded.total),
      isBad: isFewArrived(recorded.total),
      details: ['of what browsers recorded'],
    },
  ];
}

/** The processes one by one; nothing if there is only one. */
export function workersMarkup({ workers: all }: ServerState): Markup {
  if (all.length < 2) return NOTHING;
  const workers = all.map(
    ({ worker, isAnswering, restarts, inFlight, cpuShare, memoryBytes, loopDelayP99Ms }) => {
      const facts = Object.entries({
        requests: formatNumber(inFlight),
        restarts: formatNumber(restarts),
        CPU: formatShare(cpuShare),
        memory: formatBytes(memoryBytes),
        'delay p99': formatDuration(loopDelayP99Ms),
      }).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
      return markup`<article><h3>Worker ${worker}</h3>${isAnswering ? NOTHING : markup`<p class="state bad">Does not answer</p>`}<dl class="counts">${facts}</dl></article>`;
    },
  );
  return markup`<h2>Workers</h2><div class="cards">${workers}</div>`;
}
