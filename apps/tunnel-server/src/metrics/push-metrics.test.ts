import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeClock, until } from '@adit/testing';
import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';
import { endProcesses, startProcess } from '../../testing/server-process.helper.ts';
import { startMetricPush, type MetricPushOptions } from './push-metrics.ts';
import { parseResourceAttributes } from '../config/resource-attributes.ts';

// The exporter loads node:http in a way that works only in a separate process.

interface Received {
  readonly path: string | undefined;
  readonly type: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let receiver: Server | undefined;
const received: Received[] = [];

/** An OTLP receiver that answers with this status. */
async function receive(status: number): Promise<string> {
  received.length = 0;
  const started = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path, headers } = request;
      const { 'content-type': type, authorization } = headers;
      received.push({ path, type, authorization, body: Buffer.concat(chunks).toString('latin1') });
      response.writeHead(status).end();
    });
  });
  receiver = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/base/`;
}

afterEach(async () => {
  await endProcesses();
  receiver?.closeAllConnections();
  await new Promise((resolve) => receiver?.close(resolve) ?? resolve(undefined));
  receiver = undefined;
});

const ENV = {
  ADIT_DSNS: 'https://0123456789abcdef0123456789abcdef@a.example/1',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20otlp',
  OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=shop',
};

describe('a server with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it.each(['1', '2'])('with %s workers pushes its metrics, and once more when it stops', async (workers) => {
    const endpoint = await receive(200);
    const server = startProcess({
      ...ENV,
      ADIT_WORKERS: workers,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_METRIC_EXPORT_INTERVAL: '999999999',
    });
    await server.event('started');
    expect(received).toEqual([]);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);

    expect(received).toMatchObject([
      { path: '/base/v1/metrics', type: 'application/x-protobuf', authorization: 'Bearer otlp' },
    ]);
    for (const text of [
      'adit.tunnel.lost',
      'expired',
      '{envelope}',
      'adit-tunnel',
      'service.namespace',
      'shop',
    ]) {
      expect([text, received[0]?.body.includes(text)]).toEqual([text, true]);
    }
    // The field `as_double` of a data point: the 1 of `adit.tunnel.build_info`.
    const one = Buffer.alloc(9, '!');
    one.writeDoubleLE(1, 1);
    expect(received[0]?.body).toContain(one.toString('latin1'));
  });

  it('logs that the receiver refuses them, without the address, and goes on', async () => {
    const endpoint = await receive(400);
    const push = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRIC_EXPORT_INTERVAL: '100' };
    const server = startProcess({ ...ENV, ...push });
    expect(await server.event('metrics-push-failed')).toMatchObject({ level: 'warn' });
    await until(() => received.length >= 2);
    expect(server.lines.join('\n')).not.toContain('otlp');
  });
});

describe('startMetricPush', () => {
  type Exporter = NonNullable<MetricPushOptions['exporter']>;

  /** Pushes once a second to an exporter that answers as the test wants. */
  function setUp(options: Partial<MetricPushOptions> = {}) {
    const clock = createFakeClock();
    const exported: unknown[] = [];
    const errors: unknown[] = [];
    const answers: ((answer: { code: number; error?: Error }) => void)[] = [];
    const exporter: Exporter = {
      export: (metrics, settle) => {
        exported.push(metrics);
        answers.push(settle);
      },
      shutdown: () => Promise.resolve(void exported.push('end')),
    };
    let collected = 0;
    const push = startMetricPush({
      url: 'http://127.0.0.1:9/v1/metrics',
      intervalMs: 1_000,
      collect: () => Promise.resolve(scopes(`reading ${(collected += 1)}`)),
      attributes: { 'service.name': 'adit-tunnel' },
      onError: (error) => errors.push(error),
      clock,
      exporter,
      ...options,
    });
    const answer = async (code: number, error?: Error): Promise<void> => {
      answers.shift()?.({ code, ...(error && { error }) });
      await clock.advance(0);
    };
    return { clock, exported, errors, push, answer };
  }
  const scopes = (name: string): ScopeMetrics[] => [{ scope: { name }, metrics: [] }];
  const metrics = (name: string): unknown => ({
    resource: { attributes: { 'service.name': 'adit-tunnel' } },
    scopeMetrics: scopes(name),
  });

  it('pushes in each interval, and waits for the answer in between', async () => {
    const { clock, exported, errors, answer } = setUp();
    await clock.advance(999);
    expect(exported).toEqual([]);
    await clock.advance(1);
    expect(exported).toEqual([metrics('reading 1')]);
    await clock.advance(60_000);
    expect(exported).toHaveLength(1);

    await answer(0);
    await clock.advance(1_000);
    expect([exported, errors]).toEqual([[metrics('reading 1'), metrics('reading 2')], []]);
  });

  it('tells of what the receiver refuses, and goes on', async () => {
    const { clock, exported, errors, answer } = setUp();
    await clock.advance(1_000);
    await answer(1, new Error('400'));
    await clock.advance(1_000);
    await answer(1);
    await clock.advance(1_000);

    expect(errors).toEqual([new Error('400'), new Error('the receiver refused the metrics')]);
    expect(exported).toHaveLength(3);
  });

  it('tells of metrics that cannot be collected, and goes on', async () => {
    let asked = 0;
    const { clock, exported, errors } = setUp({
      collect: () => ((asked += 1), Promise.reject(new Error('x'))),
    });
    await clock.advance(2_000);

    expect([asked, exported, errors]).toEqual([2, [], [new Error('x'), new Error('x')]]);
  });

  it('pushes what was counted last when it stops, after the push that is under way, and nothing later', async () => {
    const { clock, exported, push, answer } = setUp();
    await clock.advance(1_000);
    const stopped = push.stop(scopes('the last'));
    await clock.advance(0);
    expect(exported).toEqual([metrics('reading 1')]);

    await answer(0);
    expect(exported).toEqual([metrics('reading 1'), metrics('the last')]);
    await answer(0);
    await stopped;
    await clock.advance(60_000);
    expect([exported.slice(2), clock.pending]).toEqual([['end'], 0]);
  });

  it('stops after five seconds if the receiver does not answer', async () => {
    const { clock, push } = setUp();
    let isStopped = false;
    const stopped = push.stop(scopes('the last')).then(() => (isStopped = true));
    await clock.advance(4_999);
    expect(isStopped).toBe(false);

    await clock.advance(1);
    await stopped;
  });
});

describe('parseResourceAttributes', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    [
      'deployment.environment.name=production, team=a%2Cb',
      { 'deployment.environment.name': 'production', team: 'a,b' },
    ],
    ['x,=y,z=%', {}],
  ])('reads %j', (text, attributes) => {
    expect(parseResourceAttributes(text)).toEqual(attributes);
  });
});
