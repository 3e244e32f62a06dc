import { buildEnvelope, TEST_DSNS } from '@adit/testing';
import express4, { type Express } from 'express';
import { createTunnel, type Tunnel, type TunnelOptions } from '../index.ts';
import { startSubject } from '../../testing/node-server.helper.ts';
import { describeTunnelContract, type ContractSubject } from '../../testing/tunnel.contract.ts';
import { createListener, createNodeTransport } from './node.ts';

/** Parses every body, so that it is certainly in the way. */
const PARSE_ALL = { type: () => true, limit: '1gb' };

describe.each([
  ['express 4', express4],
  ['express 5', jest.requireActual<typeof express4>('express-5')],
])('%s', (name, express) => {
  const serve = async (
    options: TunnelOptions,
    mount: (app: Express, tunnel: Tunnel) => void,
  ): Promise<ContractSubject> => {
    const tunnel = createTunnel({ transport: createNodeTransport(), ...options });
    // Express would add its own header to answers that are not its own.
    const app = express().disable('x-powered-by');
    mount(app, tunnel);
    app.get('/', (_request, response) => {
      response.send('home');
    });
    return startSubject(tunnel, app);
  };
  const envelopeOf = (dsn: string): Uint8Array =>
    buildEnvelope({ dsn, items: [{ type: 'event', payload: {} }] });

  describeTunnelContract(
    name,
    (options) =>
      serve(options, (app, tunnel) => {
        app.use(createListener(tunnel));
        app.use(express.raw(PARSE_ALL));
      }),
    {
      oneCaseOfEachResult: 'createListener, which the node adapter runs all cases on, does the work',
    },
  );

  it('leaves other paths, and their bodies, to the application', async () => {
    const subject = await serve({ allowedDsns: [TEST_DSNS.saas] }, (app, tunnel) => {
      app.use(createListener(tunnel));
      app.post('/echo', express.raw(PARSE_ALL), (request, response) => {
        response.send(request.body);
      });
    });
    expect((await subject.send({ method: 'GET', path: '/' })).body.toString()).toBe('home');
    const body = Buffer.from('to be echoed');
    expect((await subject.send({ path: '/echo', body })).body.toString()).toBe('to be echoed');
    await subject.stop();
  });

  it('says what to do when a body parser came first (control)', async () => {
    const subject = await serve({ allowedDsns: [TEST_DSNS.saas] }, (app, tunnel) => {
      app.use(express.raw(PARSE_ALL));
      app.use(createListener(tunnel));
    });
    const response = await subject.send({ body: envelopeOf(TEST_DSNS.saas) });
    expect(response.status).toBe(500);
    expect(response.body.toString()).toContain('mount the tunnel ahead of any body parser');
    await subject.stop();
  });

  it('goes by the whole path under a mount point', async () => {
    const options = { allowedDsns: [TEST_DSNS.saas], path: '/api/monitoring-tunnel' };
    const subject = await serve(options, (app, tunnel) => {
      const router = express.Router();
      router.use(createListener(tunnel));
      app.use('/api', router);
    });
    expect((await subject.send({ method: 'GET', path: '/api/monitoring-tunnel/' })).status).toBe(405);
    expect((await subject.send({ method: 'GET', path: '/monitoring-tunnel' })).status).toBe(404);
    await subject.stop();
  });
});
