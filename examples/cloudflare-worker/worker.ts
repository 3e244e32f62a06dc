import { createTunnel, type Tunnel } from '@adit/tunnel';

let tunnel: Tunnel | undefined;

export default {
  fetch(request: Request, env: Env, ctx: Context): Promise<Response> {
    // `ADIT_INGEST_ORIGIN` is set only in tests. Default: ingest of the DSN.
    tunnel ??= createTunnel({ allowedDsns: [env.SENTRY_DSN], ingestOrigin: env.ADIT_INGEST_ORIGIN });
    return tunnel.fetch(request, {
      clientAddress: request.headers.get('cf-connecting-ip') ?? undefined,
      waitUntil: (work) => ctx.waitUntil(work),
    });
  },
};

type Env = { SENTRY_DSN: string; ADIT_INGEST_ORIGIN?: string };
type Context = { waitUntil: (work: Promise<unknown>) => void };
