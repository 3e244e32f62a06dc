import { createClient } from '@redis/client';
import { startRedisOnPort } from './redis-process.ts';
import { describeWithRedis, startRedis } from './redis-server.ts';

describeWithRedis('startRedis', () => {
  it('starts a Redis, and gives clients of it', async () => {
    const server = await startRedis();
    await (await server.open()).set('key', 'value');
    expect(await server.ask('DBSIZE')).toBe('1');
    server.kill('SIGKILL');
    await server.stop();
  });

  it('fails with what Redis says if it does not start', async () => {
    await expect(startRedis('--no-such-setting', 'x')).rejects.toThrow(
      /redis-server does not start: [^]*no-such-setting/,
    );
  });
});

describeWithRedis('startRedisOnPort', () => {
  it('keeps its files when it is killed and started again', async () => {
    const server = await startRedisOnPort('--appendfsync', 'always', '--proc-title-template', 'on-%port');
    const ask = async (...command: string[]) => {
      const client = await createClient({ url: server.url }).connect();
      const answer: unknown = await client.sendCommand(command);
      client.destroy();
      return answer;
    };
    await ask('SET', 'key', 'value');
    await server.kill();
    await expect(ask('GET', 'key')).rejects.toThrow('ECONNREFUSED');
    await server.restart();

    expect(await ask('GET', 'key')).toBe('value');
    expect(JSON.stringify(await ask('CONFIG', 'GET', 'proc-title-template'))).toContain(`on-${server.port}`);
    await server.kill();
    await server.stop();
  });
});
