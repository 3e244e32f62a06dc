import { fetchSettings } from './settings.ts';

const answer = (status: number, body = '') => {
  const fetch = jest.fn(() =>
    Promise.resolve({ ok: status === 200, status, text: () => Promise.resolve(body) }),
  );
  Object.assign(globalThis, { fetch });
  return fetch;
};

it('returns the answer of the tunnel of the page’s own origin', async () => {
  const fetch = answer(200, '{"dsn":"d"}');
  expect(await fetchSettings()).toBe('{"dsn":"d"}');
  expect(fetch.mock.calls).toEqual([['/monitoring-tunnel']]);
});

it('returns undefined for a server without a tunnel', async () => {
  answer(404);
  expect(await fetchSettings()).toBeUndefined();
});

it('rejects if the server fails, so that it is asked again', async () => {
  answer(503);
  await expect(fetchSettings()).rejects.toThrow('503');
});
