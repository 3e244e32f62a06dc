import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFakeClock } from '@adit/testing';
import { endProcesses, startProcess } from '../testing/server-process.contract.ts';
import { parseResourceAttributes, startMetricPush } from './push-metrics.ts';

// The exporter loads node:http in a way that only a process of its own can.

interface Received {
  readonly path: string | undefined;
  readonly type: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let receiver: Server | undefined;
const received: Received[] = [];

/** A receiver of OTLP that answers with this status. */
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
  });

  it('pushes in each interval', async () => {
    const endpoint = await receive(200);
    const push = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRIC_EXPORT_INTERVAL: '100' };
    await startProcess({ ...ENV, ...push }).event('started');
    while (received.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received[2]?.body).toContain('adit.tunnel.requests');
  });

  it('logs that the receiver refuses them, without the address, and goes on', async () => {
    const endpoint = await receive(400);
    const push = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRIC_EXPORT_INTERVAL: '100' };
    const server = startProcess({ ...ENV, ...push });
    expect(await server.event('metrics-push-failed')).toMatchObject({ level: 'warn' });
    while (received.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.lines.join('\n')).not.toContain('otlp');
  });

  it.each([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT="collector:4318" is not valid/,
    ],
    [{ OTEL_METRIC_EXPORT_INTERVAL: '1m' }, /^OTEL_METRIC_EXPORT_INTERVAL="1m" is not valid/],
  ])('refuses %j', async (env, message) => {
    const server = startProcess({ ...ENV, ...(env as Record<string, string>) });
    expect([await server.ended, server.errors()]).toEqual([78, expect.stringMatching(message)]);
  });
});

describe('startMetricPush', () => {
  it('tells of metrics that cannot be collected', async () => {
    const errors: unknown[] = [];
    const clock = createFakeClock();
    startMetricPush({
      url: 'http://127.0.0.1:9/v1/metrics',
      intervalMs: 1,
      collect: () => Promise.reject(new Error('x')),
      attributes: {},
      onError: (error) => errors.push(error),
      clock,
    });
    await clock.advance(1);
    expect(errors).toEqual([new Error('x')]);
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
