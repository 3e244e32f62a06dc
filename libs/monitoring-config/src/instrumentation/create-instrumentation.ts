import { defineMonitoring, type Monitoring, type MonitoringOverrides } from '../define-monitoring.ts';
import { causeChain, readProperty } from '../noise/error-facts.ts';
import type { OptionsHooks, SentrySdk } from '../options/base.ts';
import { toEdgeOptions } from '../options/edge.ts';
import { toServerOptions, type ServerInitOptions } from '../options/server.ts';
import type { EnvironmentRecord } from '../variables.ts';

/** Next's description of the request that failed, as its `onRequestError` receives it. */
export interface FailedRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Where in the application it failed, as Next's `onRequestError` receives it. */
export interface FailedRequestContext {
  readonly routerKind: string;
  readonly routePath: string;
  readonly routeType: string;
}

/** The part of a scope that is used. */
export interface TaggedScope {
  readonly setTag: (name: string, value: string) => unknown;
}

/** What a start on a server needs of an SDK; the namespace of `@sentry/nextjs` has it in Node and on the edge. */
export interface InstrumentationSdk extends SentrySdk {
  readonly init: (options: ServerInitOptions) => unknown;
  readonly getClient: () => unknown;
  readonly withScope: (callback: (scope: TaggedScope) => void) => void;
  readonly captureRequestError: (
    error: unknown,
    request: { path: string; method: string; headers: Record<string, string | string[] | undefined> },
    context: { routerKind: string; routePath: string; routeType: string },
  ) => void;
}

/** Options of {@link createInstrumentation}: a description, or the environment record to make one from. */
export type InstrumentationOptions = Omit<OptionsHooks, 'sdk'> & {
  /** The SDK: `import * as Sentry from '@sentry/nextjs'`. */
  sdk: InstrumentationSdk;
  /** `process.env.NEXT_RUNTIME`, which Next replaces by a constant in each bundle. Default `nodejs`. */
  runtime?: string | undefined;
} & (
    | { monitoring: Monitoring; env?: undefined; overrides?: undefined }
    | { monitoring?: undefined; env: EnvironmentRecord; overrides?: MonitoringOverrides | undefined }
  );

/** What Next expects of `instrumentation.ts`, and the description it was made from. */
export interface Instrumentation {
  /** Starts the SDK, once for each process: modules are evaluated anew under hot reload, the SDK goes on. A no-op without a DSN. */
  readonly register: () => void;
  /** Reports an error of a request, with its digest as the tag `digest`. Never throws. */
  readonly onRequestError: (error: unknown, request: FailedRequest, context: FailedRequestContext) => void;
  readonly monitoring: Monitoring;
}

/** Longest value of a tag that Sentry accepts, in characters (https://docs.sentry.io/platforms/javascript/enriching-events/tags/). */
const MAX_TAG_LENGTH = 200;

/**
 * Creates the two functions of a host's `instrumentation.ts`.
 * @throws {MonitoringConfigError} for the first value of `env` or `overrides` that cannot work.
 */
export function createInstrumentation({
  sdk,
  runtime = 'nodejs',
  env = {},
  overrides,
  monitoring = defineMonitoring(env, overrides),
  ...hooks
}: InstrumentationOptions): Instrumentation {
  return {
    monitoring,
    register: () => {
      if (monitoring.dsn === undefined || sdk.getClient() !== undefined) return;
      const toOptions = runtime === 'edge' ? toEdgeOptions : toServerOptions;
      sdk.init(toOptions(monitoring, { ...hooks, sdk }) as ServerInitOptions);
    },
    onRequestError: (error, request, context) => {
      try {
        sdk.withScope((scope) => {
          const digest = digestOf(error);
          if (digest !== undefined) scope.setTag('digest', digest);
          sdk.captureRequestError(error, { ...request, headers: { ...request.headers } }, { ...context });
        });
      } catch {
        // Next answers the request; a report that fails must not keep it from doing so.
      }
    },
  };
}

/** The reference that error screens show, which Next puts on what was thrown before it tells anyone. */
function digestOf(error: unknown): string | undefined {
  const digests = causeChain(error).map((cause) => readProperty(cause, 'digest'));
  const digest = digests.find((value) => typeof value === 'string' && value !== '');
  return typeof digest === 'string' ? digest.slice(0, MAX_TAG_LENGTH) : undefined;
}
