import { addBreadcrumb } from '@sentry/core';
import { createEarlierRequests } from './earlier-requests.ts';

jest.mock('@sentry/core', () => ({ addBreadcrumb: jest.fn() }));
const added = jest.mocked(addBreadcrumb);

let entries: object[];
beforeEach(() => {
  added.mockClear();
  entries = [];
  Object.defineProperty(performance, 'timeOrigin', { value: 1_000_000, configurable: true });
  Object.assign(performance, { getEntriesByType: () => entries });
});
afterEach(() => Reflect.deleteProperty(performance, 'getEntriesByType'));

const request = (path: string, responseEnd: number, more: object = {}) =>
  entries.push({
    initiatorType: 'fetch',
    name: new URL(path, location.href).href,
    responseEnd,
    responseStatus: 200,
    ...more,
  });

it('adds the requests of scripts in their order, up to a time', () => {
  request('/cart', 1_000);
  request('/pay', 3_000, { initiatorType: 'xmlhttprequest', responseStatus: 503 });
  request('/logo.svg', 500, { initiatorType: 'img' });
  const addUntil = createEarlierRequests(undefined);

  addUntil(1_002);
  expect(added.mock.calls).toEqual([
    [
      {
        category: 'fetch',
        type: 'http',
        timestamp: 1_001,
        data: { url: `${location.origin}/cart`, status_code: 200 },
      },
    ],
  ]);
  addUntil(Infinity);
  addUntil(Infinity);
  expect(added.mock.calls.slice(1)).toEqual([
    [expect.objectContaining({ category: 'xhr', level: 'error', timestamp: 1_003 })],
  ]);
});

it.each([
  [404, 'warning', 404],
  [500, 'error', 500],
  [304, undefined, 304],
  [0, undefined, undefined],
  [undefined, undefined, undefined],
])('of the status %s is of the level %s', (responseStatus, level, code) => {
  request('/x', 1, { responseStatus });
  createEarlierRequests(undefined)(Infinity);
  const [[breadcrumb]] = added.mock.calls as [[Record<string, unknown>]];
  expect([breadcrumb['level'], (breadcrumb['data'] as Record<string, unknown>)['status_code']]).toEqual([
    level,
    code,
  ]);
});

it('leaves out those of the tunnel', () => {
  request('/monitoring-tunnel', 1);
  request('/monitoring-tunnel?o=1&p=2', 2);
  request('/other', 3);
  createEarlierRequests('/monitoring-tunnel?o=1&p=2')(Infinity);
  expect(added).toHaveBeenCalledTimes(1);
});

it('adds the last hundred at most', () => {
  for (let index = 0; index < 150; index += 1) request(`/${index}`, index);
  createEarlierRequests(undefined)(Infinity);
  expect(added).toHaveBeenCalledTimes(100);
  expect(added.mock.calls[0]![0].data).toMatchObject({ url: `${location.origin}/50` });
});

it('adds none if the browser does not know them', () => {
  Reflect.deleteProperty(performance, 'getEntriesByType');
  createEarlierRequests(undefined)(Infinity);
  expect(added).not.toHaveBeenCalled();
});
