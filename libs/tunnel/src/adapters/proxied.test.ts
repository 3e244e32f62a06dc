/** @jest-environment node */
import { createServer, request as httpRequest, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { ingestEndpoint, parseDsn } from '@adit/envelope';
import { createTunnel } from '../index.ts';
import { toFetchRequest } from '../../testing/fetch-subject.helper.ts';
import { createRouteHandlers } from './next.ts';
import { createNodeTransport } from './node.ts';

/** The requests that the proxy received: `POST http://…` or `CONNECT host:port`. */
let asked: string[];
let proxy: Server;
let ingest: ScriptedIngest;

beforeEach(async () => {
  asked = [];
  ingest = await createScriptedIngest();
  proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { hostname, port, pathname } = new URL(request.url ?? '');
    const onward = httpRequest(
      { hostname, port, path: pathname, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  proxy.on('connect', ({ method, url }, socket) => {
    asked.push(`${method} ${url}`);
    const [host, port] = String(url).split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await ingest.close();
  proxy.closeAllConnections();
  proxy.close();
});

const addressOfProxy = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

async function post(variables: Record<string, string>): Promise<number> {
  const dsn = parseDsn(ingest.dsn());
  if (dsn === undefined) throw new Error('no DSN');
  const transport = createNodeTransport({ proxyVariables: variables });
  const { answer } = transport.send({
    endpoint: ingestEndpoint(dsn, undefined),
    headers: {},
    body: Buffer.from('{}'),
    contentLength: 2,
    maxAnswerBytes: 1_000,
  });
  const { status } = await answer;
  await transport.close?.();
  return status;
}

it('envelopes go through the proxy that a variable names, to ingest by http without a tunnel', async () => {
  expect(await post({ HTTP_PROXY: addressOfProxy() })).toBe(200);
  expect(asked).toEqual([expect.stringMatching(/^POST http:\/\/[^/]+\/api\/\d+\/envelope\/$/)]);
  expect(ingest.received).toHaveLength(1);
});

it('without a variable, or for a host of NO_PROXY, no proxy is asked', async () => {
  expect(await post({})).toBe(200);
  expect(await post({ HTTP_PROXY: addressOfProxy(), NO_PROXY: '127.0.0.1,localhost' })).toBe(200);
  expect(asked).toEqual([]);
  expect(ingest.received).toHaveLength(2);
});

it('https goes through a tunnel of the proxy', async () => {
  const dsn = parseDsn(ingest.dsn().replace('http://', 'https://'));
  if (dsn === undefined) throw new Error('no DSN');
  const transport = createNodeTransport({ proxyVariables: { HTTPS_PROXY: addressOfProxy() } });
  const endpoint = ingestEndpoint(dsn, undefined);
  // Ingest does not support TLS here: only the request to the proxy matters.
  await expect(
    transport.send({ endpoint, headers: {}, body: Buffer.from('{}'), contentLength: 2, maxAnswerBytes: 9 })
      .answer,
  ).rejects.toThrow();
  expect(asked).toEqual([`CONNECT ${new URL(endpoint.origin).host}`]);
  await transport.close?.();
});

it('a tunnel behind a proxy that is none counts as one that cannot reach ingest', async () => {
  const outcomes: string[] = [];
  const tunnel = createTunnel({
    allowedDsns: [ingest.dsn()],
    transport: createNodeTransport({ proxyVariables: { HTTP_PROXY: 'socks5://proxy' } }),
    tell: ({ kind }) => void outcomes.push(kind),
  });
  const body = `{"dsn":"${ingest.dsn()}"}\n{"type":"event"}\n{"message":"x"}\n`;
  expect((await createRouteHandlers(tunnel).POST(toFetchRequest({ body: Buffer.from(body) }))).status).toBe(
    502,
  );
  expect(outcomes).toEqual(['unreachable']);
  await tunnel.close();
});
