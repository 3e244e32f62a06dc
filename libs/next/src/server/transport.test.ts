/** @jest-environment node */
import { createTransport } from './transport.ts';

jest.mock('@adit/tunnel', () => ({ createFetchTransport: () => 'fetch' }));
jest.mock('@adit/tunnel/node', () => ({ createNodeTransport: () => 'undici' }));

const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'navigator', own);
  else Reflect.deleteProperty(globalThis, 'navigator');
});

it.each([
  ['Cloudflare', { userAgent: 'Cloudflare-Workers' }, 'fetch'],
  ['Node 22', { userAgent: 'Node.js/22' }, 'undici'],
  ['Node 20', undefined, 'undici'],
])('sends on %s, whose navigator is %j, by %s', (_host, navigator, transport) => {
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  expect(createTransport()).toBe(transport);
});
