import type { NavigationEvent, RouterEvent } from '../src/events.ts';
import type { PageClock, LocationLike } from '../src/platform.ts';
import { createReloadBreaker } from '../src/reload/reload-breaker.ts';
import { createHardNavigator } from '../src/navigation/hard-navigation.ts';
import { createTabStorage } from './tab.helper.ts';
import { createNavigator, type Navigator, type NavigatorOptions } from '../src/navigation/navigator.ts';

/** Milliseconds of the model. The numbers are small, so that deadlines, answers and clicks often coincide. */
const NUMBERS = { slowMs: 3, routeLoadTimeoutMs: 10, documentTimeoutMs: 20, reconnectSpreadMs: 4 };
const LAST_OPERATION_MS = 50;
const LONGEST_DELAY_MS = 30;
const END_MS = 400;
const MAX_OPERATIONS = 8;
const PAGES = 4;

const ORIGIN = 'https://app.example';
const at = (page: number): string => `${ORIGIN}/page-${page}`;
const HOME = at(0);
const SIGN_IN = `${ORIGIN}/sign-in`;

/** Xorshift (Marsaglia, 2003): the same numbers for the same seed. In typed memory, which allocates no number. */
function createRandom(seed: number): () => number {
  const state = Int32Array.of(Math.imul(seed, 0x9e3779b1) | 1);
  return () => {
    let bits = state[0] as number;
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
    state[0] = bits;
    return (bits >>> 0) / 4_294_967_296;
  };
}

/** Created once: a stack trace costs more than the rest of a visit. */
const FAILED_FETCH = new TypeError('Failed to fetch');
const LOST_CHUNK = new TypeError('Loading chunk 7 failed.');
const NOT_READY = new Error('Router action dispatched before initialization.');

const SOFT_ANSWERS = [
  'shows',
  'shows',
  'shows',
  'hangs',
  'hangs',
  'shows at once',
  'fails',
  'lacks a chunk',
  'throws',
  'redirects',
  'redirects back',
  'redirects in the client',
] as const;
const DOCUMENT_ANSWERS = ['arrives', 'arrives', 'arrives', 'hangs', 'is empty'] as const;

/** An event of the page at one moment. */
export type Operation = { readonly atMs: number; readonly order: number } & (
  | {
      readonly kind: 'click';
      readonly how: 'push' | 'replace' | 'began';
      readonly page: number;
      readonly soft: (typeof SOFT_ANSWERS)[number];
      readonly softMs: number;
      /** Whether the soft router drops superseded navigations; others still commit them. */
      readonly isHeeding: boolean;
      readonly document: (typeof DOCUMENT_ANSWERS)[number];
      readonly documentMs: number;
    }
  | {
      readonly kind:
        | 'click on this page'
        | 'click on a fragment'
        | 'click on an unsafe address'
        | 'redirect to an unsafe address'
        | 'commit once more'
        | 'back'
        | 'offline'
        | 'online'
        | 'proceed'
        | 'type'
        | 'reload by an error screen';
    }
);

const OTHERS = [
  'click on this page',
  'click on a fragment',
  'click on an unsafe address',
  'redirect to an unsafe address',
  'commit once more',
  'commit once more',
  'back',
  'back',
  'offline',
  'online',
  'proceed',
  'type',
  'reload by an error screen',
] as const;

/** The operations of one visit, ordered by time; those in the same millisecond in a random order. */
function drawVisit(seed: number): readonly Operation[] {
  const random = createRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  return Array.from({ length: 2 + below(MAX_OPERATIONS - 1) }, (): Operation => {
    const moment = { atMs: below(LAST_OPERATION_MS), order: random() };
    if (random() < 0.45) return { ...moment, kind: pick(OTHERS) };
    return {
      ...moment,
      kind: 'click',
      how: pick(['push', 'push', 'replace', 'began']),
      page: below(PAGES),
      soft: pick(SOFT_ANSWERS),
      softMs: below(LONGEST_DELAY_MS),
      isHeeding: random() < 0.6,
      document: pick(DOCUMENT_ANSWERS),
      documentMs: below(LONGEST_DELAY_MS),
    };
  });
}

/** Changes of the navigator or its host, for controls. */
export interface SimulationOptions extends Partial<
  Pick<NavigatorOptions, 'routeLoadTimeoutMs' | 'documentTimeoutMs'>
> {
  /** Whether the host can stop a document load. Default `true`. */
  readonly canStop?: boolean | undefined;
  /**
   * How the host names history entries: a new name for each that is written (default), none, or a new one for each
   * look.
   */
  readonly entryNames?: 'written' | 'none' | 'arbitrary' | undefined;
  /** Receives the events, for a report. */
  readonly log?: ((line: string) => void) | undefined;
}

interface Task {
  readonly atMs: number;
  readonly order: number;
  readonly act: () => void;
  readonly document: SimulatedDocument | undefined;
}

/** One document of the tab, with its own navigator. Timers of a document in the back/forward cache wait. */
interface SimulatedDocument {
  readonly navigator: Navigator;
  readonly hard: ReturnType<typeof createHardNavigator>;
  /** The soft router. */
  readonly route: (href: string, mode: 'push' | 'replace') => void;
  readonly entries: string[];
  readonly events: NavigationEvent[];
  entry: number;
}

interface DocumentRequest {
  readonly href: string;
  readonly wish: number;
}

/** The end of a visit. */
export interface VisitResult {
  /** The violated rule; `undefined` if none. */
  readonly violation: string | undefined;
  /** The result of the last click. */
  readonly fate: 'shown' | 'failed' | 'browser error';
}

class Violation extends Error {}

/** Runs one visit: a tab, its history and network, a soft router and the navigator, without real time. */
export function simulateVisit(
  operations: readonly Operation[],
  { canStop = true, entryNames = 'written', log, ...numbers }: SimulationOptions = {},
): VisitResult {
  let nowMs = 0;
  let tasks: Task[] = [];
  let lastOrder = 1;
  let isOnline = true;
  let isDirty = false;
  const tab = { isBroken: false };
  /** The number of the newest click, the pages that fulfil it, and its answers. */
  let wish = 0;
  let wanted: readonly string[] = [HOME];
  let click: Extract<Operation, { kind: 'click' }> | undefined;
  let request: DocumentRequest | undefined;
  let current: SimulatedDocument;
  let cached: SimulatedDocument | undefined;
  const storage = createTabStorage();
  const breaker = createReloadBreaker({ buildId: '1', storage: () => storage });

  const pageOf = (href: string): string => href.split('#', 1)[0] ?? '';
  const shown = (): string => current.entries[current.entry] as string;

  function schedule(atMs: number, act: () => void, document?: SimulatedDocument, order?: number): Task {
    lastOrder += 1;
    const task = { atMs, order: order ?? lastOrder, act, document };
    tasks.push(task);
    return task;
  }

  function want(...pages: readonly string[]): void {
    wish += 1;
    wanted = pages.map(pageOf);
    log?.(`${nowMs} wants ${wanted.join(' or ')}`);
  }

  /** A click on a page that is already loading does not count as a new one. */
  const isWanted = (loading: DocumentRequest): boolean =>
    loading.wish === wish || wanted.includes(pageOf(loading.href));

  function load(href: string): void {
    const loading = (request = { href, wish });
    const { document = 'arrives', documentMs = 5 } = click ?? {};
    log?.(`${nowMs} loads ${href}, which ${document} after ${documentMs}`);
    if (document === 'hangs') return;
    schedule(nowMs + documentMs, () => {
      if (request !== loading) return;
      request = undefined;
      if (document === 'is empty') return;
      log?.(`${nowMs} document ${href}`);
      if (!isWanted(loading)) throw new Violation(`the superseded document of ${href} appears`);
      if (!isOnline) tab.isBroken = true;
      else open(href);
    });
  }

  function checkEvents({ events }: SimulatedDocument, isLeft: boolean): void {
    let open: string | undefined;
    for (const { phase, url } of events) {
      if (phase === 'started' ? open !== undefined : open !== url)
        throw new Violation(`${phase} ${url} is told while ${String(open)} is open`);
      if (phase !== 'slow') open = phase === 'started' ? url : undefined;
    }
    if (!isLeft && open !== undefined) throw new Violation(`${open} has no end`);
  }

  /** A document replaces the current one, which the back/forward cache may keep. */
  function open(href: string): void {
    if (wish > 0) {
      checkEvents(current, true);
      cached = current;
    }
    isDirty = false;
    current = createDocument(href);
  }

  function createDocument(first: string): SimulatedDocument {
    const clock: PageClock = {
      now: () => nowMs,
      setTimeout: (callback, delayMs) => schedule(nowMs + delayMs, callback, document),
      clearTimeout: (task) => void (tasks = tasks.filter((other) => other !== task)),
    };
    let lastName = 0;
    const location: LocationLike = {
      get href() {
        return document.entries[document.entry] as string;
      },
      get entry() {
        if (entryNames === 'arbitrary') lastName += 1;
        return entryNames === 'none' ? undefined : String(lastName);
      },
      assign: load,
      replace: load,
      reload: () => load(location.href),
      stop() {
        if (!canStop) return;
        log?.(`${nowMs} stops`);
        request = undefined;
      },
    };
    const events: NavigationEvent[] = [];
    const onEvent = (event: RouterEvent): void => {
      if (event.type === 'navigation') events.push(event);
      log?.(
        `${nowMs} ${event.type} ${'phase' in event ? event.phase : ''} ${'url' in event ? event.url : ''}`,
      );
    };
    const hard = createHardNavigator({
      location,
      breaker,
      isOnline: () => isOnline,
      hasUnsavedInput: () => isDirty,
      onEvent,
    });

    /** The soft router writes the history entry and shows the page. */
    function show(href: string, mode: 'push' | 'replace'): void {
      lastName += 1;
      if (mode === 'push') document.entries.splice((document.entry += 1), Infinity, href);
      else document.entries[document.entry] = href;
      log?.(`${nowMs} shows ${href}`);
      navigator.commit(href);
    }

    function route(href: string, mode: 'push' | 'replace'): void {
      const target = new URL(href, location.href).href;
      if (href.includes('#') || click === undefined) {
        show(target, href.includes('#') ? 'push' : 'replace');
        return;
      }
      const { soft, softMs, isHeeding } = click;
      const mine = wish;
      const later = (act: () => void): void =>
        void schedule(
          nowMs + softMs,
          () => {
            if (mine === wish) act();
            else if (isHeeding || soft !== 'shows') return;
            // It commits what it does not show, unless the newest click wants that page too.
            else if (wanted.includes(target)) show(target, mode);
            else navigator.commit(target);
          },
          document,
        );
      const fail = (error: Error): void => {
        navigator.fail(error, target);
      };
      const redirect = (to: string): void => {
        wanted = [...wanted, pageOf(to)];
        show(to, mode);
      };
      if (soft === 'shows at once') show(target, mode);
      else if (soft === 'throws') throw NOT_READY;
      else if (soft === 'shows') later(() => (isOnline ? show(target, mode) : fail(FAILED_FETCH)));
      else if (soft === 'fails') later(() => fail(FAILED_FETCH));
      else if (soft === 'lacks a chunk') later(() => fail(LOST_CHUNK));
      else if (soft === 'redirects') later(() => redirect(SIGN_IN));
      else if (soft === 'redirects back') later(() => redirect(location.href));
      else if (soft === 'redirects in the client')
        later(() => {
          // A refused redirect is reported with its original text.
          wanted = [...wanted, SIGN_IN, '/sign-in'];
          navigator.redirect('/sign-in', { history: 'replace' });
        });
    }

    const navigator = createNavigator({
      soft: {
        push: (href) => {
          route(href, 'push');
        },
        replace: (href) => {
          route(href, 'replace');
        },
      },
      hard,
      location,
      clock,
      isOnline: () => isOnline,
      onEvent,
      random: () => 0.5,
      ...NUMBERS,
      ...numbers,
    });
    const document: SimulatedDocument = { navigator, hard, route, entries: [first], events, entry: 0 };
    return document;
  }

  function goBack(): void {
    if (current.entry > 0) {
      current.entry -= 1;
      request = undefined;
      click = undefined;
      want(shown());
      current.navigator.reset();
      return;
    }
    if (cached === undefined) return;
    checkEvents(current, true);
    tasks = tasks.filter(({ document }) => document !== current);
    current = cached;
    cached = undefined;
    request = undefined;
    click = undefined;
    want(shown());
    breaker.documentRestored();
    current.navigator.reset();
  }

  function perform(operation: Operation): void {
    log?.(`${nowMs} ${JSON.stringify(operation)}`);
    const { navigator, hard } = current;
    switch (operation.kind) {
      case 'click': {
        const href = at(operation.page);
        click = operation;
        want(href);
        if (href === shown()) click = undefined;
        if (operation.how !== 'began') {
          navigator[operation.how](href);
          return;
        }
        navigator.began(href, { history: 'push' });
        // The caller's router loads nothing more once the document load has begun.
        if (request?.wish === wish) return;
        try {
          current.route(href, 'push');
        } catch (error) {
          navigator.fail(error, href);
        }
        return;
      }
      case 'click on this page':
        click = undefined;
        want(shown());
        navigator.push(pageOf(shown()));
        return;
      case 'click on a fragment':
        if (click === undefined || navigator.state().status === 'idle') return;
        navigator.push('#part');
        return;
      case 'click on an unsafe address':
        if (navigator.state().status !== 'loading') return;
        navigator.push('javascript:void 0');
        return;
      case 'redirect to an unsafe address':
        if (navigator.state().status !== 'loading') return;
        want('javascript:void 0');
        navigator.redirect('javascript:void 0', { history: 'push' });
        return;
      case 'commit once more':
        navigator.commit(shown());
        return;
      case 'back':
        goBack();
        return;
      case 'offline':
        isOnline = false;
        return;
      case 'online':
        isOnline = true;
        navigator.online();
        return;
      case 'proceed':
        navigator.proceed();
        return;
      case 'type':
        isDirty = true;
        return;
      case 'reload by an error screen':
        if (navigator.state().status !== 'idle') return;
        hard.hardNavigate(shown(), { reason: 'missing-chunk', history: 'replace' });
    }
  }

  /** The next task; tasks of a document in the back/forward cache wait. */
  function takeNext(): Task | undefined {
    let next: Task | undefined;
    for (const task of tasks) {
      if (task.document !== undefined && task.document !== current) continue;
      if (next === undefined || task.atMs < next.atMs || (task.atMs === next.atMs && task.order < next.order))
        next = task;
    }
    if (next !== undefined) tasks.splice(tasks.indexOf(next), 1);
    return next;
  }

  function judge(): VisitResult {
    if (tab.isBroken) return { violation: undefined, fate: 'browser error' };
    checkEvents(current, false);
    const state = current.navigator.state();
    const isShown = wanted.includes(pageOf(shown()));
    if (state.status === 'failed' && wanted.includes(pageOf(state.target)))
      return { violation: undefined, fate: 'failed' };
    return {
      violation: isShown ? undefined : `${shown()} stands instead of ${wanted.join(' or ')}`,
      fate: 'shown',
    };
  }

  current = createDocument(HOME);
  for (const operation of operations)
    schedule(operation.atMs, () => perform(operation), undefined, operation.order);
  try {
    for (let task = takeNext(); task !== undefined && !tab.isBroken; task = takeNext()) {
      nowMs = Math.max(nowMs, task.atMs);
      if (nowMs > END_MS) break;
      task.act();
    }
    return judge();
  } catch (error) {
    if (error instanceof Violation) return { violation: error.message, fate: 'failed' };
    throw error;
  }
}

/** The operations without those that the violation does not need. */
function shrinkVisit(operations: readonly Operation[], options?: SimulationOptions): readonly Operation[] {
  for (const operation of operations) {
    const fewer = operations.filter((other) => other !== operation);
    if (simulateVisit(fewer, options).violation !== undefined) return shrinkVisit(fewer, options);
  }
  return operations;
}

/** The events of the visit of a seed, line by line, without the operations that its violation does not need. */
export function explainVisit(seed: number, options: SimulationOptions = {}): string {
  const lines: string[] = [];
  const operations = shrinkVisit(drawVisit(seed), options);
  const { violation } = simulateVisit(operations, { ...options, log: (line) => lines.push(line) });
  return [`seed ${seed}: ${String(violation)}`, ...lines].join('\n  ');
}

/** The number of visits for each result, and the seeds with violations. */
export interface SimulationReport {
  readonly fates: Readonly<Record<VisitResult['fate'], number>>;
  readonly violations: readonly number[];
}

/** Simulates the visits of a number of seeds. */
export function simulateVisits(
  first: number,
  count: number,
  options: SimulationOptions = {},
): SimulationReport {
  const fates = { shown: 0, failed: 0, 'browser error': 0 };
  const violations: number[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const { violation, fate } = simulateVisit(drawVisit(seed), options);
    fates[fate] += 1;
    if (violation !== undefined) violations.push(seed);
  }
  return { fates, violations };
}
