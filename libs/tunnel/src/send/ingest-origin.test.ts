import { createRouteHandlers } from '../adapters/next.ts';
import { createTunnel } from '../tunnel.ts';

it.each(['https://gw.test/errors', 'https://gw.test/errors/', 'https://gw.test', 'https://gw.test/'])(
  'a tunnel sends to %s, with one slash in between',
  async (ingestOrigin) => {
    const sent: string[] = [];
    const tunnel = createTunnel({
      allowedDsns: ['https://key@self.test/7'],
      ingestOrigin,
      transport: {
        send: ({ endpoint }) => {
          sent.push(endpoint.href);
          return { answer: Promise.reject(new Error('off')), abort: () => undefined };
        },
      },
    });
    const body = Buffer.from('{"dsn":"https://key@self.test/7"}\n{"type":"event"}\n{"message":"x"}\n');
    const request = new Request('https://shop.test/t', { method: 'POST', body });
    await createRouteHandlers(tunnel, { clientAddress: () => undefined }).POST(request);
    expect(sent).toEqual([`${ingestOrigin.replace(/\/$/, '')}/api/7/envelope/`]);
    await tunnel.close();
  },
);
