import { ignoreFailure } from '@adit/envelope';
import type { DirectAnswer } from '../request/own-envelope.ts';
import type { Tunnel } from '../tunnel.ts';
import { parseEnvelope, type ParsedEnvelope } from './parse-envelope.ts';

/** The settings with which an SDK creates its transport. */
export interface TransportSettings {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  recordDroppedEvent: (...dropped: never[]) => void;
}

/** The answer to an envelope, as the SDK reads it. */
export interface SdkAnswer {
  statusCode?: number;
  headers?: {
    [name: string]: string | null;
    'x-sentry-rate-limits': string | null;
    'retry-after': string | null;
  };
}

/** The part of a transport of the SDK that is used. */
export interface SdkTransport {
  send: (envelope: never) => PromiseLike<DirectAnswer>;
}

/** The functions of `@sentry/node` or `@sentry/nextjs` that are used, of version 10 or 11. */
export interface ServerSdk<Settings, Transport> {
  readonly createTransport: (
    settings: Settings,
    makeRequest: (request: { body: string | Uint8Array }) => Promise<SdkAnswer>,
  ) => Transport;
  readonly makeNodeTransport: (settings: Settings) => Transport;
  readonly suppressTracing: <Result>(run: () => Result) => Result;
}

/** Options of {@link createSdkTransport}. */
export interface SdkTransportOptions<Settings, Transport> {
  /** `import * as Sentry from '@sentry/node'`. */
  readonly sdk: ServerSdk<Settings, Transport>;
  /**
   * Returns the tunnel of this process, or a promise that envelopes wait for. Without a tunnel, the SDK sends them to ingest
   * itself.
   */
  readonly tunnel: () => OwnTunnel | undefined | PromiseLike<OwnTunnel | undefined>;
}

/** The part of a tunnel that is used. */
export type OwnTunnel = Pick<Tunnel, 'send' | 'expectExit'>;

const encoder = new TextEncoder();

/**
 * Creates the option `transport` for the SDK of a server. It hands envelopes to the tunnel of the same process by a function call. The
 * tunnel's rules, limits and spool apply to them, and `Sentry.flush` waits until ingest or the spool has them. After an
 * uncaught exception, a spool on disk gets them before the process ends.
 *
 * The SDK itself sends what the tunnel can neither send nor store.
 */
export function createSdkTransport<Settings extends TransportSettings, Transport extends SdkTransport>({
  sdk,
  tunnel,
}: SdkTransportOptions<Settings, Transport>): (settings: Settings) => Transport {
  let isListening = false;
  return (settings) => {
    // An SDK that is started again creates another transport.
    if (!isListening) expectExitAfterFailure(tunnel);
    isListening = true;
    // The transport around this one counts what is dropped.
    const direct = sdk.makeNodeTransport({ ...settings, recordDroppedEvent: () => undefined });
    const send = direct.send as unknown as (envelope: ParsedEnvelope) => PromiseLike<DirectAnswer>;
    const sendDirectly = async (bytes: Uint8Array): Promise<DirectAnswer> => send(parseEnvelope(bytes));
    const { url } = settings;
    const userAgent = userAgentOf(settings);

    return sdk.createTransport(settings, async ({ body }) => {
      const bytes = searchable(typeof body === 'string' ? encoder.encode(body) : body);
      const found = await tunnel();
      if (found === undefined) return answerOf(await sendDirectly(bytes));
      const { status, headers } = await sdk.suppressTracing(() =>
        found.send({ bytes, url, userAgent, sendDirectly }),
      );
      return answerOf({ statusCode: status, headers });
    });
  };
}

/** The same bytes: Node finds the end of an item without a length ten times as fast in a `Buffer`. */
function searchable(bytes: Uint8Array): Uint8Array {
  const { Buffer: NodeBuffer } = globalThis as { Buffer?: typeof Buffer };
  return NodeBuffer === undefined ? bytes : NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function answerOf({ statusCode, headers = {} }: DirectAnswer): SdkAnswer {
  return {
    ...(statusCode !== undefined && { statusCode }),
    headers: {
      'retry-after': headers['retry-after'] ?? null,
      'x-sentry-rate-limits': headers['x-sentry-rate-limits'] ?? null,
    },
  };
}

function userAgentOf({ headers = {} }: TransportSettings): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
}

/** Edge runtimes have no such events. */
interface ProcessEvents {
  readonly on?: (event: 'uncaughtExceptionMonitor', listener: () => void) => unknown;
}

/** After an uncaught exception the SDK waits for up to 2 s, and then ends the process. */
function expectExitAfterFailure(tunnel: SdkTransportOptions<never, never>['tunnel']): void {
  const { process } = globalThis as { process?: ProcessEvents };
  process?.on?.('uncaughtExceptionMonitor', () => {
    void ignoreFailure(async () => (await tunnel())?.expectExit());
  });
}
