import { createServer } from 'node:net';
import { freePort } from './free-port.ts';

afterEach(() => jest.restoreAllMocks());

it('names a port on which a server can listen, and passes over one that is taken', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const random = jest.spyOn(Math, 'random').mockReturnValueOnce((port - 10_000 + 0.5) / 12_000);

  const other = await freePort();

  expect(random.mock.calls.length).toBeGreaterThan(1);
  expect(other).not.toBe(port);
  expect([port, other].filter((one) => one < 10_000 || one >= 22_000)).toEqual([]);
  server.close();
});
