import { createPageLife, type PageLife } from '../browser/page-life.ts';
import type { TypingWatch } from '../browser/watch-typing.ts';
import type { UnsavedInput } from '../browser/unsaved-input.ts';
import { createDeferred, type Deferred } from '../deferred.ts';
import type { RouterEvent, RouterEventSink } from '../events.ts';
import { createHardNavigator, type HardNavigator } from '../navigation/hard-navigation.ts';
import { createNavigator, type Navigator, type SoftRouter } from '../navigation/navigator.ts';
import type { Platform } from '../platform.ts';
import { SPEC, type Preset } from '../presets.ts';
import type { FailureKind } from '../failures/classify-failure.ts';
import { createConnectivityMonitor, type ConnectivityMonitor } from '../monitors/connectivity-monitor.ts';
import { ALWAYS, type HostSignal } from '../monitors/host-signal.ts';
import { createReloadBreaker } from '../reload/reload-breaker.ts';
import { createSkewMonitor, type SkewMonitor } from '../monitors/skew-monitor.ts';
import { createStore, type WritableStore } from '../monitors/store.ts';
import { isSamePage } from '../url/address.ts';
import { classifyUrl } from '../url/classify-url.ts';

/** The parts that the bridge, its watchers and the error screens share. */
export interface RouterRuntime {
  readonly platform: Platform;
  readonly navigator: Navigator;
  readonly hard: HardNavigator;
  readonly connectivity: ConnectivityMonitor;
  /** Whether the host and the monitor are online. */
  readonly isOnline: () => boolean;
  /** Aborted when no navigation waits for the network any more; later calls return a new signal. */
  readonly calledOff: () => AbortSignal;
  readonly skew: SkewMonitor;
  /** Passes an address of this site to the router's own prefetch; others are ignored. */
  readonly prefetch: (href: string) => void;
  /** Call it with any failure in the page: the network and the deployment are then checked. */
  readonly noticed: (kind: FailureKind | undefined) => void;
  /** Sets the watcher of unsaved input. Default none. */
  readonly guard: (input: UnsavedInput | undefined) => void;
  /** Sets what keeps the visitor's input over loads of the same page. Default none. */
  readonly keepWith: (typing: TypingWatch | undefined) => void;
  /** Whether this page was loaded because its server did not know the Server Action that the visitor sent. */
  readonly unsent: WritableStore<boolean>;
  /** Gives the Server Action up that waits for the network; `undefined` if none does. */
  readonly held: WritableStore<(() => void) | undefined>;
  /** The router shows `href`: its navigation is over, and the page before it has worked. */
  readonly shown: (href: string) => void;
  /**
   * The page at `href` shows an error screen: it has not worked, and its reload mark stays. `kind` is passed to
   * `noticed`.
   */
  readonly broke: (href: string, kind?: FailureKind) => void;
  /** Pending while a document is being loaded instead of this one: nothing may be shown or pushed any more. */
  readonly departure: () => Promise<void> | undefined;
  /** Listens to events of the page; returns a function that stops. */
  readonly start: PageLife['start'];
}

/** The options of the bridge. A server component may pass all of them, except for `onEvent`. */
export interface RouterSettings {
  /** The release, or another text that changes with each build: at most one reload for each build and target. */
  readonly buildId: string;
  /** The numbers. Default `presets.spec`. */
  readonly preset?: Pick<Preset, 'routeLoadTimeoutMs'> | undefined;
  /** `basePath` of next.config, if any. */
  readonly basePath?: string | undefined;
  /**
   * `deploymentId` of next.config, if any. Next's answers then include their server's, and a different one means a
   * newer deployment. Default none: answers are not inspected.
   */
  readonly deploymentId?: string | undefined;
  /**
   * A file of this site with the current version, as `{"version": "…"}`: the `deploymentId`, or else the `buildId` of the
   * build that answers. Default none: nothing is requested.
   */
  readonly versionUrl?: string | undefined;
  /** The time between two requests of `versionUrl`. Default 300 000 ms; with 0, only after a failure that may mean a new version. */
  readonly versionPollMs?: number | undefined;
  /**
   * An address of this site that answers 204. Without this answer, the page counts as offline. Default: an address below
   * `/_next/static` that does not exist, which is requested after a request has failed. Any answer to it counts.
   */
  readonly probeUrl?: string | undefined;
  /** How long `probeUrl` may take to answer. Default 3000 ms. */
  readonly probeTimeoutMs?: number | undefined;
  /** The time until a navigation counts as slow. Default 1000 ms. */
  readonly slowMs?: number | undefined;
  /** The longest time for a full page load. Then the navigation has failed. Default 10,000 ms. */
  readonly documentTimeoutMs?: number | undefined;
  /** The longest random wait before a navigation that failed offline is tried again. Default 2000 ms. */
  readonly reconnectSpreadMs?: number | undefined;
  /** Other origins that `useNavigate` may lead to, by a full page load. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Called with navigations, full page loads, newer builds and the network. Errors it throws are reported as uncaught.
   */
  readonly onEvent?: RouterEventSink | undefined;
}

/** Options of {@link createRouterRuntime}. */
export interface RouterRuntimeOptions extends RouterSettings {
  readonly platform: Platform;
  readonly soft: SoftRouter & { prefetch(href: string): void };
  /** Reports changes of `platform.isOnline`. Default nothing. */
  readonly network?: HostSignal | undefined;
  /** Whether the page is visible. Default always. */
  readonly visibility?: HostSignal | undefined;
}

/** Next answers it without rendering a page: 404 and two words (server/lib/router-server.js). */
const NO_PAGE = '/_next/static/probe';

/** The parts of one document, and what its navigation waits for. Every step takes it. */
interface RuntimeContext {
  readonly settings: RouterRuntimeOptions;
  readonly connectivity: ConnectivityMonitor;
  readonly skew: SkewMonitor;
  input: UnsavedInput | undefined;
  typing: TypingWatch | undefined;
  /** Pending while a document is being loaded instead of this one. */
  departure: Deferred<void> | undefined;
  /** Aborted when no navigation waits for the network any more. */
  waiting: AbortController;
}

/** Connects the core to one document. */
export function createRouterRuntime(settings: RouterRuntimeOptions): RouterRuntime {
  const { platform, soft, buildId, preset = SPEC, basePath = '', allowedOrigins, onEvent } = settings;
  const { clock, location, storage } = platform;
  const { slowMs, documentTimeoutMs, reconnectSpreadMs } = settings;
  const connectivity = createConnectivity(settings);
  const skew = createSkew(settings);
  const context: RuntimeContext = {
    settings,
    connectivity,
    skew,
    input: undefined,
    typing: undefined,
    departure: undefined,
    waiting: new AbortController(),
  };
  const breaker = createReloadBreaker({ buildId, storage, location });
  const unsent = createStore(false);
  // The monitor's state may be older than the browser's, which cannot detect a captive portal.
  const isOnline = (): boolean => platform.isOnline() && connectivity.isOnline();
  const hard = createHardNavigator({
    location,
    breaker,
    allowedOrigins,
    isOnline,
    hasUnsavedInput: () => context.input?.hasUnsavedInput() ?? false,
    onEvent: (event) => report(context, event),
  });
  const navigator = createNavigator({
    soft,
    hard,
    location,
    clock,
    isOnline,
    allowedOrigins,
    onEvent,
    slowMs,
    routeLoadTimeoutMs: preset.routeLoadTimeoutMs,
    documentTimeoutMs,
    reconnectSpreadMs,
    basePath,
  });
  const page = createPageLife({
    navigator,
    breaker,
    storage,
    onShown({ isFirst, hasBroken }) {
      // The page with the input is gone.
      if (!isFirst) {
        context.input?.clear();
        unsent.enter(false);
      }
      if (!hasBroken) skew.rendered();
    },
  });
  navigator.subscribe(() => follow(context, navigator));
  connectivity.subscribe(() => {
    if (connectivity.isOnline()) navigator.online();
  });

  return {
    platform,
    navigator,
    hard,
    connectivity,
    isOnline,
    calledOff: () => context.waiting.signal,
    skew,
    prefetch(href) {
      if (classifyUrl(href, location.href).kind === 'internal') soft.prefetch(href);
    },
    noticed: (kind) => notice(context, kind),
    guard: (next) => (context.input = next),
    keepWith: (next) => (context.typing = next),
    unsent,
    held: createStore<(() => void) | undefined>(undefined),
    shown: page.shown,
    broke(href, kind) {
      page.broke(href);
      notice(context, kind);
    },
    departure: () => context.departure?.promise,
    start: page.start,
  };
}

function createConnectivity({
  platform: { clock, fetch },
  basePath = '',
  probeUrl,
  probeTimeoutMs,
  onEvent,
  network = ALWAYS,
}: RouterRuntimeOptions): ConnectivityMonitor {
  return createConnectivityMonitor({
    clock,
    network,
    probe:
      probeUrl === undefined
        ? { url: `${basePath}${NO_PAGE}`, fetch, isOurs: () => true, trustsHost: true }
        : { url: probeUrl, fetch },
    probeTimeoutMs,
    onEvent,
  });
}

function createSkew(settings: RouterRuntimeOptions): SkewMonitor {
  const { platform, buildId, deploymentId, versionUrl, versionPollMs, visibility, onEvent } = settings;
  const { clock, fetch, storage } = platform;
  return createSkewMonitor({
    buildId: deploymentId ?? buildId,
    fetch,
    clock,
    url: versionUrl,
    pollMs: versionPollMs,
    visibility,
    storage,
    onEvent,
  });
}

function report({ settings, skew, typing }: RuntimeContext, event: RouterEvent): void {
  if (event.type === 'hard-navigation' && event.refusal === undefined) {
    if (isSamePage(event.url, settings.platform.location.href)) typing?.keeper()?.keep();
    const source = event.reason === 'missing-chunk' ? event.reason : undefined;
    if (source !== undefined || skew.state().status === 'outdated') skew.catchingUp(source);
  }
  settings.onEvent?.(event);
}

/** Follows a change of the navigation's state. */
function follow(context: RuntimeContext, navigator: Navigator): void {
  const state = navigator.state();
  if (state.status === 'slow' && state.hard.outcome === 'none') void doubt(context, navigator, state.target);
  if (state.status === 'idle') {
    context.waiting.abort();
    context.waiting = new AbortController();
  }
  const departs = state.status === 'slow' && state.hard.outcome === 'navigating';
  if (!departs) context.departure?.resolve();
  context.departure = departs ? (context.departure ?? createDeferred()) : undefined;
}

/**
 * A request without an answer may mean a network without connection. Without a probe address nothing is requested,
 * because the server itself may be slow.
 */
async function doubt(
  { settings, connectivity }: RuntimeContext,
  navigator: Navigator,
  target: string,
): Promise<void> {
  if (settings.probeUrl !== undefined && !(await connectivity.suspect()))
    navigator.fail(new TypeError('Failed to fetch'), target);
}

function notice({ skew, connectivity, typing }: RuntimeContext, kind: FailureKind | undefined): void {
  if (kind === 'skew') void skew.confirm('server-action');
  if (kind !== 'missing-chunk') return;
  // An error screen may replace the fields next.
  typing?.keeper()?.note();
  void skew.confirm(kind);
  void connectivity.suspect();
}
