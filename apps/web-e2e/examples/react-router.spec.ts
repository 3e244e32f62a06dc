import { describeExample, type Failure } from './describe-example.ts';
import { nodeServer } from './describe-server.ts';
import { describeTunnel } from './describe-tunnel.ts';
import { fallsBackToFullLoad } from './network.ts';

const reference: Failure['reference'] = ({ event_id }) => event_id;

const test = describeExample({
  start: nodeServer('node_modules/@react-router/serve/dist/cli.js', 'build/server/index.js'),
  failures: [
    { message: 'The loader failed', link: 'Fails on the server' },
    { message: 'The loader failed', path: '/server-error', reference },
    { message: 'The server could not render', path: '/server-render-error', reference },
    { message: 'The route failed', path: '/failing-route' },
  ],
  prefetches: {
    count: 1,
    isOne: ({ url }) => url.pathname.startsWith('/assets/orders-'),
    // React Router prefetches links that the visitor points at, if they have `prefetch="intent"`.
    hover: 'Orders',
  },
  firstLoadBytes: 121_200,
});

describeTunnel(test, { servesSettings: true });

test('a navigation whose chunk does not come ends as a full page load', async ({ page }) => {
  await fallsBackToFullLoad(page, '**/assets/orders-*.js');
});
