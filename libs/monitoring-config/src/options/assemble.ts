import type { NoiseFilter, Scrubber } from '@adit/policy';
import type { Integration } from '@sentry/core';
import type { Monitoring } from '../define-monitoring.ts';
import type { OutcomeLog } from '../outcome-log.ts';
import { createMonitoringIntegration } from './monitoring-integration.ts';
import type { Judge } from './judge.ts';

/** The part of a Sentry JavaScript SDK (version 11) that is used. */
export interface SentrySdk {
  readonly linkedErrorsIntegration: (options: { limit: number }) => Integration;
  readonly eventFiltersIntegration: (options: { disableErrorDefaults: boolean }) => Integration;
  /** Watches `fetch` and undici in Node. SDKs for browsers and edge runtimes do not have it. */
  readonly nativeNodeFetchIntegration?: (options: {
    ignoreOutgoingRequests: (url: string) => boolean;
  }) => Integration;
}

/** The rules that judge events in this process. */
export interface RuleHooks {
  /**
   * The noise filter. Pass one to read its counts or to add rules; then its own `onDrop` reports drops. Default: one from the
   * monitoring settings, which reports to `log`.
   */
  noiseFilter?: NoiseFilter | undefined;
  /** Removes secrets. Pass one to read its counts. Default: one from the monitoring settings. */
  scrubber?: Scrubber | undefined;
}

/** Options besides the monitoring settings. */
export interface OptionsHooks extends RuleHooks {
  /**
   * An object with functions of the Sentry SDK, under their own names: `{ eventFiltersIntegration, linkedErrorsIntegration }`. In a
   * browser, import them by name, to keep the rest of the SDK out of the bundle. A server may pass the whole namespace.
   */
  sdk: SentrySdk;
  /** Where outcomes are recorded. Default: nowhere. */
  log?: OutcomeLog | undefined;
  /** Integrations to add to the SDK's own. Default none. */
  integrations?: readonly Integration[] | undefined;
}

/** The state of the page, for noise rules. */
export interface PageState {
  /**
   * Whether the server answered the document with 404: `() => isNotFoundDocument(performance)`, from `@adit/monitoring-client`. Then its
   * page load is dropped. Default: never.
   */
  isNotFoundPage?: (() => boolean) | undefined;
  /** Whether the browser has translated the page, which moves React's text nodes. Default: never. */
  isTranslatedPage?: (() => boolean) | undefined;
  /** Whether the visitor is leaving the page, which aborts its requests. Default: never. */
  isPageLeaving?: (() => boolean) | undefined;
}

/** Facts that the host of the SDK knows, for noise rules. */
export interface HostState extends PageState {
  /** Whether a user agent is that of a crawler. The list of crawlers is too large for browsers. Default: none is. */
  isBot?: ((userAgent: string) => boolean) | undefined;
}

/** Options of every SDK's `init`. */
export interface BaseInitOptions {
  enabled: boolean;
  dsn?: string;
  environment: string;
  release?: string;
  sampleRate: number;
  tracesSampleRate: number;
  /** Always on, because dropped events must be reported. The edge SDK's default is off. */
  sendClientReports: true;
  normalizeDepth: number;
  normalizeMaxBreadth: number;
  integrations: (defaults: Integration[]) => Integration[];
}

/** Options besides the monitoring settings, of which nothing is required but the integrations that are replaced. */
export interface AssemblyHooks extends Omit<OptionsHooks, 'sdk' | keyof RuleHooks> {
  /** Judges events and envelopes. */
  judge: Judge;
  /** An SDK without default event filters needs none to replace them. */
  sdk: Pick<SentrySdk, 'linkedErrorsIntegration'> & Partial<SentrySdk>;
}

/** Returns the options for client, server and edge. Missing values are left out, because `undefined` would erase the SDK's defaults. */
export function assembleOptions(
  monitoring: Monitoring,
  { sdk, log, judge, integrations = [] }: AssemblyHooks,
): BaseInitOptions {
  const { dsn, environment, release, sampleRate, tracesSampleRate, limits, maxEventBytes } = monitoring;
  const own = createMonitoringIntegration({
    judge,
    stackFrames: limits.stackFrames,
    log,
    maxEventBytes,
  });
  const replacements = [
    // The SDK's default filters drop without a count, also if a rule is off or in a dry run.
    ...(sdk.eventFiltersIntegration ? [sdk.eventFiltersIntegration({ disableErrorDefaults: true })] : []),
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
      // First, so that no other processor drops noise before it is counted.
      own,
      ...defaults.filter(({ name }) => !replacements.some((replacement) => replacement.name === name)),
      ...replacements,
      ...integrations,
    ],
  };
}
