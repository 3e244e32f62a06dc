import { describeWithRedis, useRedis } from '../../../testing/redis/redis-server.helper.ts';
import { createRedisTexts } from './redis-texts.ts';

describeWithRedis('createRedisTexts', () => {
  const server = useRedis();

  it('reads a text, under its own name, and knows that there is none', async () => {
    const { get } = createRedisTexts({ redis: await server.connect({ prefix: 'other:' }) });
    expect(await get('adit:policy')).toBeNull();

    await server.ask('SET', 'adit:policy', '{"reason":"Grüße"}');
    expect(await get('adit:policy')).toBe('{"reason":"Grüße"}');
  });

  it('fails for a key that is no text', async () => {
    const { get } = createRedisTexts({ redis: await server.connect() });
    await server.ask('HSET', 'adit:hash', 'a', '1');

    await expect(get('adit:hash')).rejects.toThrow('WRONGTYPE');
  });
});
