/** @jest-environment node */
import { Server, type RequestListener } from 'node:http';
import { createTunnel } from '../index.ts';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { startNodeServer, type NodeServer } from '../../testing/node-server.helper.ts';
import { interceptHttpServers } from './intercept.ts';
import { createNodeTransport } from './node.ts';

const PATH = '/monitoring-tunnel';
const application: RequestListener = (request, response) => {
  response.writeHead(203).end(`application ${request.url}`);
};

/** Bun does not announce requests. On other runtimes this file pretends to be Bun, and runs the same tests. */
const { versions } = process;
beforeAll(() => {
  if (versions['bun'] === undefined)
    Object.defineProperty(process, 'versions', { value: { ...versions, bun: '1.4.5' }, configurable: true });
});
afterAll(() => Object.defineProperty(process, 'versions', { value: versions, configurable: true }));

describe('interceptHttpServers on Bun', () => {
  let ingest: ScriptedIngest;
  let servers: NodeServer[];
  beforeEach(async () => {
    servers = [];
    ingest = await createScriptedIngest();
  });
  afterEach(async () => {
    for (const server of servers) await server.stop();
    await ingest.close();
  });
  const start = async (): Promise<NodeServer> => {
    const server = await startNodeServer(application);
    servers.push(server);
    return server;
  };
  const post = async (server: NodeServer, path = PATH): Promise<number> => {
    const body = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
    return (await server.send({ path, body })).status;
  };

  it('answers on servers that were there before and on those that come later, and leaves all else to them', async () => {
    const tunnel = createTunnel({ allowedDsns: [ingest.dsn()], transport: createNodeTransport() });
    const before = await start();
    // Control: without the tunnel, the application answers.
    expect(await post(before)).toBe(203);
    const undo = interceptHttpServers(tunnel);
    const undoAgain = interceptHttpServers(tunnel);
    const after = await start();
    expect([await post(before), await post(after), await post(before, '/other')]).toEqual([200, 200, 203]);
    expect(ingest.received).toHaveLength(2);

    undo();
    undoAgain();
    expect([await post(before), await post(after)]).toEqual([203, 203]);
    // Nothing is left behind.
    expect(Object.hasOwn(Server.prototype, 'emit')).toBe(false);
    await tunnel.close();
  });

  it('answers on the servers that are named alone', async () => {
    const tunnel = createTunnel({ allowedDsns: [ingest.dsn()], transport: createNodeTransport() });
    const named = new Server(application);
    const undo = interceptHttpServers(tunnel, { servers: [named] });
    expect(await post(await start())).toBe(203);
    undo();
    await tunnel.close();
  });
});
