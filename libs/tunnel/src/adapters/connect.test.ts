import { text } from 'node:stream/consumers';
import { buildEnvelope, TEST_DSNS } from '@adit/testing';
import connect, { type NextHandleFunction } from 'connect';
import { createTunnel, type Tunnel, type TunnelOptions } from '../index.ts';
import { startSubject } from '../../testing/node-server.helper.ts';
import { describeTunnelContract, type ContractSubject } from '../../testing/tunnel.contract.ts';
import { createListener, createNodeTransport } from './node.ts';

const parseBody: NextHandleFunction = (request, _response, next) => {
  text(request).then(() => {
    next();
  }, next);
};

async function serve(
  options: TunnelOptions,
  mount: (app: connect.Server, tunnel: Tunnel) => void,
): Promise<ContractSubject> {
  const tunnel = createTunnel({ transport: createNodeTransport(), ...options });
  const app = connect();
  mount(app, tunnel);
  return startSubject(tunnel, app);
}

describeTunnelContract(
  'connect',
  (options) =>
    serve(options, (app, tunnel) => {
      app.use(createListener(tunnel));
      app.use(parseBody);
    }),
  {
    oneCaseOfEachResult: 'createListener, which the node adapter runs all cases on, does the work',
  },
);

describe('createListener in Connect', () => {
  it('passes other paths on', async () => {
    const subject = await serve({ allowedDsns: [TEST_DSNS.saas] }, (app, tunnel) => {
      app.use(createListener(tunnel));
      app.use((request, response) => {
        request.pipe(response);
      });
    });
    const body = Buffer.from('to be echoed');
    expect((await subject.send({ path: '/echo', body })).body.toString()).toBe('to be echoed');
    await subject.stop();
  });

  it('says what to do when a body parser came first (control)', async () => {
    const subject = await serve({ allowedDsns: [TEST_DSNS.saas] }, (app, tunnel) => {
      app.use(parseBody);
      app.use(createListener(tunnel));
    });
    const body = buildEnvelope({ dsn: TEST_DSNS.saas, items: [{ type: 'event', payload: {} }] });
    const response = await subject.send({ body });
    expect(response.status).toBe(500);
    expect(response.body.toString()).toContain('mount the tunnel ahead of any body parser');
    await subject.stop();
  });
});
