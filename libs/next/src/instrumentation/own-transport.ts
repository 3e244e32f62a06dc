import * as Sentry from '@sentry/nextjs';
import { createSdkTransport, type OwnTunnel } from '@adit/tunnel/sdk';
import { freezesBetweenRequests } from '../server/freezes-between-requests.ts';
import { sharedTunnel, TUNNEL_KEY } from '../server/shared-tunnel.ts';
import { markWatched, watchTransport } from './watch-delivery.ts';

/**
 * Whether the SDK of this process hands its envelopes to the tunnel. On the edge there is no tunnel in the process, and
 * a serverless host may freeze the process with an envelope that is not sent yet.
 */
export function isOwnTunnelUsed(): boolean {
  const { userAgent } = (globalThis as { navigator?: { userAgent?: string } }).navigator ?? {};
  return process.env.NEXT_RUNTIME === 'nodejs' && !freezesBetweenRequests(process.env, userAgent);
}

/** Without a DSN, or with a wrong option, the tunnel is off and cannot send. */
function findTunnel(): OwnTunnel | undefined {
  const found: Partial<OwnTunnel> | undefined = sharedTunnel[TUNNEL_KEY];
  return found?.send === undefined ? undefined : (found as OwnTunnel);
}

let isReady = false;
let setReady: () => void;
const ready = new Promise<void>((resolve) => (setReady = resolve));

/** Notes that the tunnel of this process is started, or has failed to. */
export function noteTunnelReady(): void {
  isReady = true;
  setReady();
}

type CreateTransport = NonNullable<NonNullable<Parameters<typeof Sentry.init>[0]>['transport']>;

// Not by name: the edge bundle of the SDK has no `makeNodeTransport`, and bundlers would warn.
const sdk = { ...Sentry };

/**
 * The transport of the SDK of a server: through the tunnel of this process. The SDK starts first, so its first envelopes wait for
 * the tunnel.
 */
export const ownTransport: CreateTransport = createSdkTransport({
  sdk: {
    // The tunnel logs what goes through it.
    createTransport: (settings: Parameters<typeof sdk.makeNodeTransport>[0], makeRequest) =>
      markWatched(sdk.createTransport(settings, makeRequest)),
    makeNodeTransport: (settings) => watchTransport(sdk.makeNodeTransport(settings)),
    suppressTracing: sdk.suppressTracing,
  },
  tunnel: () => (isReady ? findTunnel() : ready.then(findTunnel)),
});
