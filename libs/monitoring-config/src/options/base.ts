import type { Integration } from '@sentry/core';
import type { Monitoring } from '../define-monitoring.ts';
import { createNoiseFilter, type NoiseDrop, type NoiseFilter } from '../noise/noise-filter.ts';
import type { NoiseSide } from '../noise/noise-rules.ts';
import type { OutcomeLog } from '../outcome-log.ts';
import { createScrubber, type Scrubber } from '../scrub/scrubber.ts';
import { createMonitoringIntegration } from './monitoring-integration.ts';

/** What the builders need of an SDK; every Sentry JavaScript SDK of version 11 has it, so its namespace is handed in whole. */
export interface SentrySdk {
  readonly linkedErrorsIntegration: (options: { limit: number }) => Integration;
  readonly eventFiltersIntegration: (options: { disableErrorDefaults: boolean }) => Integration;
  /** Watches `fetch` and undici in Node; the SDKs for browsers and edge runtimes have none. */
  readonly nativeNodeFetchIntegration?: (options: {
    ignoreOutgoingRequests: (url: string) => boolean;
  }) => Integration;
}

/** What a builder takes besides the description. */
export interface OptionsHooks {
  /** The SDK that the options are for: `import * as Sentry from '@sentry/nextjs'`. */
  sdk: SentrySdk;
  /** Records what becomes of every event. Default: nothing is recorded. */
  log?: OutcomeLog | undefined;
  /**
   * The filter to use, for those who read its counts or add rules; its own `onDrop` then reports the drops. Default: one
   * made from the description, which reports to `log`.
   */
  noiseFilter?: NoiseFilter | undefined;
  /**
   * Removes secrets; pass one in to read its counts. Default: one made from the description, and none if `scrub` is `false`.
   */
  scrubber?: Scrubber | undefined;
  /** Integrations to add to the SDK's own. Default none. */
  integrations?: readonly Integration[] | undefined;
}

/** What only the browser knows of the page, and some noise rules ask. */
export interface PageState {
  /** Whether the document on show was answered with 404, so that its page load is dropped. Default: never. */
  isNotFoundPage?: (() => boolean) | undefined;
  /** Whether the browser has translated the page, which moves text from under React. Default: never. */
  isTranslatedPage?: (() => boolean) | undefined;
  /** Whether the page is being left, so that its requests end early. Default: never. */
  isPageLeaving?: (() => boolean) | undefined;
}

/** Options that every SDK's `init` takes. */
export interface BaseInitOptions {
  enabled: boolean;
  dsn?: string;
  environment: string;
  release?: string;
  sampleRate: number;
  tracesSampleRate: number;
  /** On, for whoever drops an event has to report it; the edge SDK leaves it off. */
  sendClientReports: true;
  normalizeDepth: number;
  normalizeMaxBreadth: number;
  integrations: (defaults: Integration[]) => Integration[];
}

/** Builds what client, server and edge have in common. Absent values are left out, for the SDKs let `undefined` erase a default. */
export function toBaseOptions(
  monitoring: Monitoring,
  side: NoiseSide,
  { sdk, log, noiseFilter, scrubber, integrations = [] }: OptionsHooks,
  page: PageState = {},
): BaseInitOptions {
  const { dsn, environment, release, sampleRate, tracesSampleRate, limits, noise } = monitoring;
  const { tunnelPath, ingestOrigins, scrub, maxEventBytes } = monitoring;
  const filter =
    noiseFilter ??
    createNoiseFilter({
      side,
      ...noise,
      tunnelPath,
      ingestOrigins,
      ...page,
      onDrop: log && ((drop) => recordDrop(log, drop)),
    });
  const own = createMonitoringIntegration({
    noiseFilter: filter,
    stackFrames: limits.stackFrames,
    log,
    scrubber: scrubber ?? (scrub === false ? undefined : createScrubber(scrub)),
    maxEventBytes,
  });
  const replacements = [
    // Its defaults drop without a count, and would go on doing so when a rule is switched off or in a dry run.
    sdk.eventFiltersIntegration({ disableErrorDefaults: true }),
    sdk.linkedErrorsIntegration({ limit: limits.linkedErrors }),
  ];

  return {
    enabled: dsn !== undefined,
    ...(dsn !== undefined && { dsn }),
    environment,
    ...(release !== undefined && { release }),
    sampleRate,
    tracesSampleRate,
    sendClientReports: true,
    normalizeDepth: limits.normalizeDepth,
    normalizeMaxBreadth: limits.normalizeMaxBreadth,
    integrations: (defaults) => [
      // First, so that noise is counted here and not dropped unseen by a later processor.
      own,
      ...defaults.filter(({ name }) => !replacements.some((replacement) => replacement.name === name)),
      ...replacements,
      ...integrations,
    ],
  };
}

function recordDrop(log: OutcomeLog, { dryRun, ...drop }: NoiseDrop): void {
  log.record({ ...drop, kind: dryRun ? 'would-drop' : 'dropped' });
}
