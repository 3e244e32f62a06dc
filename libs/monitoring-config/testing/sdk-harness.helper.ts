import { createTransport, type BaseTransportOptions, type Event, type Transport } from '@sentry/core';
import { defineMonitoring, type MonitoringOverrides } from '../src/define-monitoring.ts';
import { createOutcomeLog, type EventOutcome } from '../src/outcome-log.ts';
import type { EnvironmentRecord } from '../src/variables.ts';
import type { BaseInitOptions, OptionsHooks, SentrySdk } from '../src/options/base.ts';

/** The part of a real SDK that the contract drives. */
export interface ContractSdk extends SentrySdk {
  captureException: (
    error: unknown,
    hint?: { captureContext?: { extra?: Record<string, unknown> } },
  ) => string;
  captureEvent: (event: Event) => string;
  flush: (timeoutMs?: number) => PromiseLike<boolean>;
  close: (timeoutMs?: number) => PromiseLike<boolean>;
  logger: { info: (message: string) => void };
  startSpan: <T>(
    context: {
      name: string;
      op?: string;
      attributes?: Record<string, string | number>;
      parentSpan?: null;
    },
    callback: (span: { updateName: (name: string) => unknown }) => T,
  ) => T;
}

/** Options of a client that the contract starts. */
export interface StartOptions {
  env?: EnvironmentRecord;
  overrides?: MonitoringOverrides;
  hooks?: Omit<OptionsHooks, 'sdk' | 'log'>;
  /** Options of the SDK besides ours. */
  traceLifecycle?: 'static' | 'stream';
}

/** One SDK, with the builder under test and its real `init`. */
export interface OptionsContract {
  sdk: ContractSdk;
  init: (
    options: BaseInitOptions & {
      transport: (options: BaseTransportOptions) => Transport;
      traceLifecycle: 'static' | 'stream';
    },
  ) => unknown;
  build: (monitoring: ReturnType<typeof defineMonitoring>, hooks: OptionsHooks) => BaseInitOptions;
}

/** A DSN of Sentry's own service that is not in use. */
export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

/** Starts the real SDK with a transport that records instead of sending. */
export function startSdk({ sdk, init, build }: OptionsContract) {
  return ({ env = { SENTRY_DSN: DSN }, overrides, hooks, traceLifecycle = 'stream' }: StartOptions = {}) => {
    const bodies: (string | Uint8Array)[] = [];
    const answers: { statusCode: number }[] = [];
    const log = createOutcomeLog();
    const monitoring = defineMonitoring(env, { tracesSampleRate: 1, ...overrides });
    init({
      ...build(monitoring, { sdk, log, ...hooks }),
      traceLifecycle,
      transport: (options) =>
        createTransport(options, ({ body }) => {
          bodies.push(body);
          return Promise.resolve(answers.shift() ?? { statusCode: 200 });
        }),
    });

    const items = () => bodies.flatMap((body) => readItems(String(body)));
    const payloads = (type: string) =>
      items()
        .filter(([header]) => header.type === type)
        .map(([, payload]) => payload);
    return {
      log,
      fates: () => fates(log.entries()),
      bodies: () => bodies.map(String),
      answerNext: (statusCode: number) => answers.push({ statusCode }),
      itemTypes: () => items().map(([{ type }]) => type),
      events: () => payloads('event') as Event[],
      transactions: () => payloads('transaction') as Event[],
      spanNames: () =>
        (payloads('span') as { items: { name: string }[] }[]).flatMap((payload) =>
          payload.items.map(({ name }) => name),
        ),
      spanItemCounts: () =>
        items()
          .filter(([header]) => header.type === 'span')
          .map(([header, payload]) => ({
            ...header,
            actual: (payload as { items: unknown[] }).items.length,
          })),
      discarded: () =>
        (payloads('client_report') as { discarded_events: unknown[] }[]).flatMap(
          (report) => report.discarded_events,
        ),
      logs: () => payloads('log') as { items: { body: string }[] }[],
    };
  };
}

/** One real SDK that the contracts start. It is closed after each test. */
export type SdkDriver = ReturnType<typeof driveSdk>;

/** Drives the real SDK of a test file. */
export function driveSdk(contract: OptionsContract) {
  const { sdk } = contract;
  const start = startSdk(contract);
  afterEach(async () => {
    jest.useRealTimers();
    await sdk.close(100);
  });
  return {
    sdk,
    start,
    /** Starts the SDK, raises an error, and waits until it has been sent or dropped. */
    raise: async (error: unknown, options?: StartOptions, extra: Record<string, unknown> = {}) => {
      const started = start(options);
      sdk.captureException(error, { captureContext: { extra } });
      await sdk.flush(1_000);
      return started;
    },
  };
}

/** Header and payload. */
type EnvelopeItem = [{ type: string; item_count?: number }, unknown];

/** The items of an envelope in which every payload is one line of JSON. */
function readItems(body: string): EnvelopeItem[] {
  const [, ...lines] = body.split('\n').map((line) => JSON.parse(line) as unknown);
  return lines.flatMap((line, index) => (index % 2 === 0 ? [[line, lines[index + 1]] as EnvelopeItem] : []));
}

/** An error whose stack has at least `depth` frames. */
export function errorAtDepth(depth: number): Error {
  return depth === 0 ? new Error('deep') : errorAtDepth(depth - 1);
}

/** The fate of each event raised. */
export const fates = (outcomes: readonly EventOutcome[]) =>
  outcomes.map((outcome) => ('ruleId' in outcome ? `${outcome.kind} ${outcome.ruleId}` : outcome.kind));
