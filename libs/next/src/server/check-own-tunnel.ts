import { adit } from '../adit-config.ts';
import { TUNNEL_PATH } from '../tunnel-path.ts';
import { monitoring } from './monitoring.ts';
import { warnOnce } from './warn-once.ts';

/**
 * The times of the requests to the tunnel after the start, in milliseconds, until it answers: a busy server may need a
 * while.
 */
const ASKED_AT_MS = [2_000, 10_000, 40_000];
const TIMEOUT_MS = 5_000;

/**
 * The address of this server, as `next start` and the standalone server set it; `undefined` on other hosts, which set
 * none.
 */
function ownOrigin(): string | undefined {
  const { __NEXT_PRIVATE_ORIGIN: origin, PORT: port } = process.env;
  return origin ?? (port && `http://127.0.0.1:${port}`);
}

/**
 * Sends requests to the tunnel of this server in its first minute, as a browser would, and logs whether it has
 * answered. Not in development, in a build, without a DSN, or if browsers send to another origin.
 */
export function checkOwnTunnel(): void {
  const { NEXT_PHASE, NODE_ENV } = process.env;
  if (NODE_ENV !== 'production' || NEXT_PHASE === 'phase-production-build' || monitoring.dsn === undefined)
    return;
  if (adit.monitoring?.tunnelOrigin) return;
  let isDone = false;
  ASKED_AT_MS.forEach((atMs, index) => {
    const check = async (): Promise<void> => {
      const origin = ownOrigin();
      if (isDone || origin === undefined) return;
      const said = await ask(origin);
      isDone ||= said === undefined || index === ASKED_AT_MS.length - 1;
      if (said === undefined)
        // eslint-disable-next-line no-console -- for the operator
        console.info(`Adit: the tunnel answers at ${TUNNEL_PATH}.`);
      else if (isDone)
        warnOnce(
          `the tunnel does not answer at ${origin}${TUNNEL_PATH}: ${said}`,
          'Errors of browsers are lost. Run npx @adit/cli doctor; a host without a server of node:http needs the route file.',
        );
    };
    // The process may end earlier. On Cloudflare, timers are numbers.
    const timer: { unref?: () => unknown } = setTimeout(() => void check(), atMs);
    timer.unref?.();
  });
}

/** Describes an answer that is not the settings; `undefined` if it is. */
async function ask(origin: string): Promise<string | undefined> {
  try {
    const response = await fetch(origin + TUNNEL_PATH, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { environment } = ((await response.json().catch(() => null)) ?? {}) as { environment?: unknown };
    return response.ok && environment === monitoring.environment ? undefined : String(response.status);
  } catch (error) {
    return String((error as Error | undefined)?.cause ?? error);
  }
}
