import { DurableObject } from 'cloudflare:workers';
import { createTunnel } from '@adit/tunnel';
import { createDurableLimits, createDurableSpool } from '@adit/spool/durable-object';

export class TunnelObject extends DurableObject<Env> {
  readonly #spool = createDurableSpool({ storage: this.ctx.storage });
  // `ADIT_INGEST_ORIGIN` is set only in tests. Default: ingest of the DSN.
  readonly #tunnel = createTunnel({
    allowedDsns: [this.env.SENTRY_DSN],
    ingestOrigin: this.env.ADIT_INGEST_ORIGIN,
    spool: this.#spool,
    limits: createDurableLimits({ storage: this.ctx.storage }),
  });

  fetch(request: Request): Promise<Response> {
    return this.#tunnel.fetch(request, {
      clientAddress: request.headers.get('cf-connecting-ip') ?? undefined,
    });
  }

  alarm(): void {
    this.#spool.onAlarm();
  }
}

export default {
  fetch: (request: Request, env: Env): Promise<Response> => env.TUNNEL.getByName('tunnel').fetch(request),
};

type Env = {
  SENTRY_DSN: string;
  ADIT_INGEST_ORIGIN?: string;
  TUNNEL: { getByName: (name: string) => { fetch: (request: Request) => Promise<Response> } };
};
