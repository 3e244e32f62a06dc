import { isTunnelPath, parseApiPath } from './api-path.ts';

describe('parseApiPath', () => {
  it.each([
    ['', '/api/42/envelope/', { endpoint: 'envelope', project: '42' }],
    ['', '/api/42/envelope', { endpoint: 'envelope', project: '42' }],
    ['', '/api/42/store/', { endpoint: 'store', project: '42' }],
    ['/a/b', '/a/b/api/42/security/', { endpoint: 'security', project: '42' }],
    ['', '/api/42/integration/otlp/v1/traces/', { reason: expect.stringContaining('Collector') as string }],
    ['', '/api/42/events/9ec79c33/attachments/', { reason: expect.stringContaining('multipart') as string }],
  ])('behind %j reads %s', (apiPath, path, expected) => {
    expect(parseApiPath(path, apiPath)).toEqual(expected);
  });

  it.each([
    ['', '/api/42/envelope//'],
    ['', '/api/42/envelope/x'],
    ['', '/api/042x/envelope/'],
    ['', `/api/${'1'.repeat(21)}/envelope/`],
    ['', '/api/42/constructor/'],
    ['', '/api/42/Envelope/'],
    ['', '/api/42/'],
    ['', '/api/0/organizations/acme/'],
    ['', '/api/hello'],
    ['', '/x/api/42/envelope/'],
    ['', ''],
    ['/a', '/api/42/envelope/'],
    ['/a', '/ab/api/42/envelope/'],
    ['/a', '/a/42/envelope/'],
  ])('behind %j knows nothing of %s', (apiPath, path) => {
    expect(parseApiPath(path, apiPath)).toBeUndefined();
  });

  it('takes time in proportion to a hostile path', () => {
    const before = process.cpuUsage();
    for (let round = 0; round < 1_000; round += 1) parseApiPath(`/api/1/${'a/'.repeat(8_000)}`, '');
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('isTunnelPath', () => {
  it.each([
    [undefined, '/t', true],
    [undefined, '/api/42/envelope/', false],
    ['', '/api/42/envelope/', true],
    ['', '/api/42/minidump/', true],
    // Other paths below `/api/` belong to the application.
    ['', '/api/hello', false],
    ['', '/api/42/orders', false],
  ])('with the door %j, %s: %j', (apiPath, path, expected) => {
    expect(isTunnelPath(path, { path: '/t/', apiPath })).toBe(expected);
  });
});
