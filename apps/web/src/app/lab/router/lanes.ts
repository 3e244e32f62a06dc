import type { PrefetchEvent } from '@adit/router';
import { linkNumber } from './link-states';

/** What a bar stands for. */
export type BarKind = 'navigation' | 'intent' | 'viewport' | 'background';

/** One request in its lane; times are the chart's. */
export interface Bar {
  readonly lane: number;
  readonly kind: BarKind;
  readonly label: string;
  readonly start: number;
  /** Undefined while it runs. */
  end: number | undefined;
  failed: boolean;
}

/** Refusals that came close together. */
interface Refusals {
  readonly at: number;
  count: number;
}

/** How many waited, from this moment on. */
interface QueueDepth {
  readonly at: number;
  readonly depth: number;
}

const KEPT_BARS = 300;
const KEPT_MARKS = 300;
/** Refusals closer than this are drawn as one mark. */
const MARK_MS = 40;

const labelOf = (url: string): string => String(linkNumber(url) ?? '');

function keepLast(list: unknown[], most: number): void {
  if (list.length > most) list.splice(0, list.length - most);
}

/** The traffic as lanes: each request takes the first lane that is free, as it takes a slot. */
export function createLanes(chartNow: () => number) {
  const bars: Bar[] = [];
  const navigations: Bar[] = [];
  const refusals: Refusals[] = [];
  const depths: QueueDepth[] = [];
  const running = new Map<string, Bar>();
  const queued = new Set<string>();
  let navigation: Bar | undefined;

  function freeLane(): number {
    const taken = new Set([...running.values()].map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    return lane;
  }

  function noteDepth(): void {
    depths.push({ at: chartNow(), depth: queued.size });
    keepLast(depths, KEPT_MARKS);
  }

  function noteRefusal(): void {
    const at = chartNow();
    const last = refusals.at(-1);
    if (last !== undefined && at - last.at < MARK_MS) last.count += 1;
    else refusals.push({ at, count: 1 });
    keepLast(refusals, KEPT_MARKS);
  }

  function start(id: string, { url, priority }: PrefetchEvent): void {
    const bar: Bar = {
      lane: freeLane(),
      kind: priority,
      label: labelOf(url),
      start: chartNow(),
      end: undefined,
      failed: false,
    };
    running.set(id, bar);
    bars.push(bar);
    keepLast(bars, KEPT_BARS);
  }

  function finish(id: string, failed: boolean): void {
    const bar = running.get(id);
    if (bar === undefined) return;
    bar.end = chartNow();
    bar.failed = failed;
    running.delete(id);
  }

  return {
    bars: bars as readonly Bar[],
    navigations: navigations as readonly Bar[],
    refusals: refusals as readonly Refusals[],
    depths: depths as readonly QueueDepth[],
    inFlight: () => running.size,
    queued: () => queued.size,
    /** Whether anything is waiting or under way. */
    isBusy: () => running.size > 0 || queued.size > 0 || navigation !== undefined,
    see(event: PrefetchEvent): void {
      const { phase, url, id = url } = event;
      const known = queued.delete(id);
      if (phase === 'queued') queued.add(id);
      if (known || phase === 'queued') noteDepth();
      if (phase === 'started') start(id, event);
      if (phase === 'refused') noteRefusal();
      if (phase === 'done' || phase === 'failed' || phase === 'cancelled') finish(id, phase === 'failed');
    },
    beginNavigation(url: string): void {
      this.endNavigation(false);
      navigation = {
        lane: 0,
        kind: 'navigation',
        label: labelOf(url),
        start: chartNow(),
        end: undefined,
        failed: false,
      };
      navigations.push(navigation);
      keepLast(navigations, KEPT_BARS);
    },
    endNavigation(failed: boolean): void {
      if (navigation === undefined) return;
      navigation.end = chartNow();
      navigation.failed = failed;
      navigation = undefined;
    },
  };
}

/** See {@link createLanes}. */
export type Lanes = ReturnType<typeof createLanes>;
