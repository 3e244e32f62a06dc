import { createTunnel, type Tunnel } from '@adit/tunnel';
import { createNodeDecoders, createNodeTransport } from '@adit/tunnel/node';
import { adit } from '../adit-config.ts';
import { answerSettings } from './answer-settings.ts';
import { createCompletion } from './complete-early-envelope.ts';
import { monitoring } from './monitoring.ts';

/** Proxies in front of this application, as addresses and CIDR blocks. */
export const trustedProxies =
  adit.tunnel?.trustedProxies ?? (process.env.ADIT_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter(Boolean);

const shared = globalThis as { [key: symbol]: Tunnel | undefined };
const KEY = Symbol.for('@adit/next:tunnel');

function createFront(): Tunnel {
  const { dsn, environment, tunnel: target, tunnelPath: path, ingestOrigin } = monitoring;
  if (dsn === undefined || target === undefined) return withSettings(createOff(path), (request) => request);
  const tunnel = createTunnel({
    ...adit.tunnel,
    allowedDsns: [dsn],
    path,
    ...(ingestOrigin !== undefined && { ingestOrigin }),
    trustedProxies,
    transport: createNodeTransport(),
    decoders: createNodeDecoders(),
  });
  return withSettings(tunnel, createCompletion(dsn, environment, target));
}

/** The tunnel that also gives pages the server's settings. */
function withSettings(tunnel: Tunnel, complete: ReturnType<typeof createCompletion>): Tunnel {
  return {
    ...tunnel,
    handle: (request) =>
      request.method === 'GET' || request.method === 'HEAD'
        ? Promise.resolve(answerSettings(request.header('if-none-match')))
        : tunnel.handle(complete(request)),
  };
}

/** Without a DSN, browsers learn that monitoring is off. */
function createOff(path: string): Tunnel {
  const body = new TextEncoder().encode('{"detail":"Monitoring is off: no DSN is configured."}');
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const off: Pick<Tunnel, 'path' | 'handle'> = {
    path,
    handle: () => Promise.resolve({ status: 404, headers, body }),
  };
  // Adapters use nothing else.
  return off as Tunnel;
}

/** The tunnel of this process. On the global object: Next bundles instrumentation and routes separately. */
export const tunnel: Tunnel = (shared[KEY] ??= createFront());
