import { RedisAwayError, type Redis } from './redis.ts';
import { readEntry } from './stored-entry.ts';

const redisThat = (run: () => Promise<unknown>): Redis => ({ run }) as unknown as Redis;

async function readAll(redis: Redis, values: Record<string, string>, onAway = () => undefined) {
  const fields = Object.entries(values).flatMap(([name, value]) =>
    [name, value].map((text) => Buffer.from(text)),
  );
  const entry = readEntry(redis, 'dsn', [Buffer.from('1-0'), fields], onAway);
  const read: string[] = [];
  for await (const chunk of entry.read()) read.push(Buffer.from(chunk).toString());
  return read.join('');
}

const LARGE = { at: '7', fields: '{}', bytes: '4', taken: '4', pieces: 'key' };

it('reads a body that is in the entry, and one in pieces', async () => {
  const never = redisThat(() => Promise.reject(new Error('asks nothing')));
  expect(await readAll(never, { at: '7', fields: '{}', bytes: '2', taken: '2', body: 'ab' })).toBe('ab');
  expect(await readAll(never, { at: '7', fields: '{}', bytes: '0', taken: '0' })).toBe('');
  expect(
    await readAll(
      redisThat(() => Promise.resolve(Buffer.from('ab'))),
      LARGE,
    ),
  ).toBe('abab');
});

it('fails if Redis has lost a piece, and tells if Redis is away', async () => {
  const away = jest.fn();
  await expect(
    readAll(
      redisThat(() => Promise.resolve(null)),
      LARGE,
      away,
    ),
  ).rejects.toThrow('lost a part');
  expect(away).not.toHaveBeenCalled();
  const fails = redisThat(() => Promise.reject(new RedisAwayError('gone')));
  await expect(readAll(fails, LARGE, away)).rejects.toThrow(RedisAwayError);
  expect(away).toHaveBeenCalledTimes(1);
});
