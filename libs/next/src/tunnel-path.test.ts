import type { AditOptions } from './options.ts';

const options: AditOptions = {};
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));

async function load(
  variables: Readonly<Record<string, string>>,
  monitoring: NonNullable<AditOptions['monitoring']> = {},
) {
  jest.resetModules();
  options.monitoring = monitoring;
  Object.assign(process.env, variables);
  const { TUNNEL_ADDRESS, TUNNEL_PATH } = await import('./tunnel-path.ts');
  for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
  return [TUNNEL_PATH, TUNNEL_ADDRESS];
}

it('is the path of adit.config below that of the application, and browsers send to the address that Next leads to', async () => {
  expect(await load({})).toEqual(['/monitoring-tunnel', '/monitoring-tunnel']);
  expect(await load({ ADIT_BASE_PATH: '/docs' }, { tunnelPath: '/quarry' })).toEqual([
    '/docs/quarry',
    '/docs/quarry',
  ]);
  const zone = { ADIT_BASE_PATH: '', ADIT_TUNNEL_PREFIX: '/docs-static', ADIT_TRAILING_SLASH: '/' };
  expect(await load(zone)).toEqual(['/docs-static/monitoring-tunnel', '/docs-static/monitoring-tunnel/']);
});

it('is the path of a tunnel on another origin as it is', async () => {
  const tunnelOrigin = 'https://tunnel.example.org';
  const page = { ADIT_BASE_PATH: '/docs', ADIT_TRAILING_SLASH: '/' };
  expect(await load(page, { tunnelOrigin })).toEqual([
    '/monitoring-tunnel',
    'https://tunnel.example.org/monitoring-tunnel',
  ]);
  expect(await load(page, { tunnelOrigin, tunnelPath: '/quarry' })).toEqual([
    '/quarry',
    'https://tunnel.example.org/quarry',
  ]);
});
