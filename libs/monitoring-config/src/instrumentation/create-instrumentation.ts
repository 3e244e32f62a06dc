import { causesOf, readProperty } from '@adit/common';
import { defineForServer, type WrongVariable } from '../define-for-server.ts';
import type { Monitoring, MonitoringOverrides } from '../define-monitoring.ts';
import type { OptionsHooks, SentrySdk } from '../options/base.ts';
import { toEdgeOptions } from '../options/edge.ts';
import { toServerOptions, type ServerInitOptions } from '../options/server.ts';
import type { EnvironmentRecord } from '../variables.ts';

/** The failed request, as Next passes it to `onRequestError`. */
export interface FailedRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The place of the failure, as Next passes it to `onRequestError`. */
export interface FailedRequestContext {
  readonly routerKind: string;
  readonly routePath: string;
  readonly routeType: string;
}

/** The part of a scope that is used. */
export interface TaggedScope {
  readonly setTag: (name: string, value: string) => unknown;
}

/** The part of `@sentry/nextjs` that is used, in Node and on the edge. */
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

/** Options of {@link createInstrumentation}: monitoring settings, or the environment record to derive them from. */
export type InstrumentationOptions = Omit<OptionsHooks, 'sdk'> & {
  /** An object with functions of the Sentry SDK. On servers: `import * as Sentry from '@sentry/nextjs'`. */
  sdk: InstrumentationSdk;
  /** `process.env.NEXT_RUNTIME`; Next replaces it by a constant in each bundle. Default `nodejs`. */
  runtime?: string | undefined;
} & (
    | { monitoring: Monitoring; env?: undefined; overrides?: undefined }
    | { monitoring?: undefined; env: EnvironmentRecord; overrides?: MonitoringOverrides | undefined }
  );

/** The functions of `instrumentation.ts`, and the monitoring settings. */
export interface Instrumentation {
  /** Starts the SDK once per process, also with hot reload. Does nothing without a DSN. */
  readonly register: () => void;
  /** Reports an error of a request, with its digest as the tag `digest`. Never throws. */
  readonly onRequestError: (error: unknown, request: FailedRequest, context: FailedRequestContext) => void;
  readonly monitoring: Monitoring;
}

/** Longest value of a tag that Sentry accepts, in characters (https://docs.sentry.io/platforms/javascript/enriching-events/tags/). */
const MAX_TAG_LENGTH = 200;

/**
 * Creates the functions of `instrumentation.ts`. An invalid variable of `env` is reported on the console, and its
 * default is used; see {@link defineForServer}.
 * @throws {MonitoringConfigError} for the first invalid value of `overrides`.
 */
export function createInstrumentation({
  sdk,
  runtime = 'nodejs',
  env = {},
  overrides,
  monitoring = defineForServer(env, overrides ?? {}, warn),
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
        // A failing report must not prevent Next's response.
      }
    },
  };
}

/** For the operator. Not every runtime has a console. */
function warn({ message, instead }: WrongVariable): void {
  const { console } = globalThis as { console?: { error: (line: string) => void } };
  console?.error(`Adit: ${message}. ${instead}`);
}

/** Returns the digest that error screens show. Next sets it on the thrown value. */
function digestOf(error: unknown): string | undefined {
  const digests = causesOf(error).map((cause) => readProperty(cause, 'digest'));
  const digest = digests.find((value) => typeof value === 'string' && value !== '');
  return typeof digest === 'string' ? digest.slice(0, MAX_TAG_LENGTH) : undefined;
}
