// The work of a worker after its answer: with `waitUntil`, and, as the control, without it.
import { createTunnel } from 'everywhere-tunnel/src/index.ts';
import { buildEnvelope, createScriptedIngest } from 'everywhere-testing/src/index.ts';
import { answerBy } from './workerd-server.mjs';

const DSNS = {
  kept: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
  forgotten: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4510',
};

const REPORT_INTERVAL_MS = 100;

const WAIT_MS = 10_000;

const isReport = ({ headers }) => headers['user-agent'] === 'adit-tunnel/0.1.0';

const envelope = (dsn, payload = {}) => buildEnvelope({ dsn, items: [{ type: 'event', payload }] });

async function until(isSo) {
  const end = Date.now() + WAIT_MS;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`not so after ${WAIT_MS} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('waitUntil', () => {
  let ingest;
  let origin;
  let tunnels;

  beforeEach(async () => {
    ingest = await createScriptedIngest();
    const start = (name) =>
      createTunnel({
        allowedDsns: [DSNS[name]],
        path: `/${name}`,
        ingestOrigin: ingest.origin,
        times: { reportIntervalMs: REPORT_INTERVAL_MS },
      });
    tunnels = { kept: start('kept'), forgotten: start('forgotten') };
    origin = answerBy((request, ctx) =>
      new URL(request.url).pathname === '/kept'
        ? tunnels.kept.fetch(request, { waitUntil: (work) => ctx.waitUntil(work) })
        : tunnels.forgotten.fetch(request),
    );
  });
  afterEach(() => ingest.close());

  const post = (name) => fetch(`${origin}/${name}`, { method: 'POST', body: envelope(DSNS[name]) });

  it('has the report of what a request dropped sent after its answer; without it, none is', async () => {
    ingest.respondWith((request) => (isReport(request) ? {} : { destroy: true }));
    const reports = (project) =>
      ingest.received.filter((request) => isReport(request) && request.url.includes(project));
    expect((await post('forgotten')).status).toBe(502);
    // The report of the other tunnel was due before those of this one.
    for (const round of [1, 2]) {
      expect((await post('kept')).status).toBe(502);
      await until(() => reports('4509').length === round);
    }
    expect(String(reports('4509')[0].body)).toContain(
      '{"reason":"network_error","category":"error","quantity":1}',
    );
    expect(reports('4510')).toEqual([]);
  });
});

describe('subrequests', () => {
  it('are one for each envelope, none for one that is refused or limited, and one for a report of a DSN', async () => {
    const ingest = await createScriptedIngest();
    const tunnel = createTunnel({
      allowedDsns: Object.values(DSNS),
      ingestOrigin: ingest.origin,
      times: { reportIntervalMs: REPORT_INTERVAL_MS },
    });
    let works = [];
    const origin = answerBy((request, ctx) =>
      tunnel.fetch(request, {
        waitUntil: (work) => {
          works.push(work);
          ctx.waitUntil(work);
        },
      }),
    );
    /** The requests to ingest that one request causes. */
    const subrequests = async (body, status) => {
      ingest.received.length = 0;
      works = [];
      const response = await fetch(`${origin}/monitoring-tunnel`, { method: 'POST', body });
      expect(response.status).toBe(status);
      await Promise.all(works);
      return ingest.received.length;
    };
    expect(await subrequests(envelope(DSNS.kept), 200)).toBe(1);
    // Streamed.
    expect(await subrequests(envelope(DSNS.kept, { message: 'x'.repeat(900_000) }), 200)).toBe(1);
    expect(await subrequests(envelope('https://f@o9.ingest.sentry.io/1'), 403)).toBe(0);
    // (control) An envelope that ingest limits is sent once. Later ones are dropped here, which is reported.
    ingest.respond({ status: 429, headers: { 'x-sentry-rate-limits': '60:error:key' } });
    expect(await subrequests(envelope(DSNS.kept), 429)).toBe(1);
    expect(await subrequests(envelope(DSNS.kept), 429)).toBe(1);
    expect(ingest.received.map(isReport)).toEqual([true]);
    await ingest.close();
  });
});
