import { once } from 'node:events';
import { createServer, Server, type AddressInfo } from 'node:net';
import { checkPorts } from './check-ports.ts';
import { ConfigError } from '../config/config-error.ts';
import { readConfig, type ServerConfig } from '../config/config.ts';

const configOf = (env: Readonly<Record<string, string>>): ServerConfig =>
  readConfig({
    env: { ADIT_DSNS: 'https://a@o450.ingest.sentry.io/4509', PORT: '0', ADIT_ADMIN_PORT: '0', ...env },
    workingDirectory: '/',
    readFile: () => '',
  });

const originalListen = Server.prototype.listen;

async function takePort(): Promise<{ port: string; free: () => Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port: String(port), free: () => once(server.close(), 'close') };
}

/** An admin port that other machines can reach needs a token. */
const TOKEN = { ADIT_ADMIN_TOKEN: 'a-token-of-some-length' };

describe('checkPorts', () => {
  it('leaves both ports free', async () => {
    const [first, second] = [await takePort(), await takePort()];
    await first.free();
    await second.free();
    const config = configOf({ PORT: first.port, ADIT_ADMIN_PORT: second.port });

    await checkPorts(config);
    await expect(checkPorts(config)).resolves.toBeUndefined();
  });

  it.each(['PORT', 'ADIT_ADMIN_PORT'])('names %s if another process listens on it', async (name) => {
    const { port, free } = await takePort();
    const failure: unknown = await checkPorts(configOf({ [name]: port })).catch((error: unknown) => error);
    await free();

    expect(failure).not.toBeInstanceOf(ConfigError);
    expect((failure as Error).message).toBe(
      `${name}="${port}" is in use by another process at 127.0.0.1 (EADDRINUSE): stop it, or use another port.`,
    );
  });

  it.each(['127.0.0.1', '0.0.0.0'])('rejects equal ports at 127.0.0.1 and %s', async (adminHost) => {
    const { port, free } = await takePort();
    await free();
    const env = { PORT: port, ADIT_ADMIN_PORT: port, ADIT_ADMIN_HOST: adminHost, ...TOKEN };

    await expect(checkPorts(configOf(env))).rejects.toThrow(
      new ConfigError(`ADIT_ADMIN_PORT="${port}" is also the value of PORT: use another port.`),
    );
  });

  it('accepts equal ports at two addresses', async () => {
    const { port, free } = await takePort();
    await free();
    const env = { PORT: port, ADIT_ADMIN_PORT: port, ADIT_ADMIN_HOST: '127.0.0.2' };

    await expect(checkPorts(configOf(env))).resolves.toBeUndefined();
  });

  it('opens neither port, as a client could connect to it', async () => {
    const { port, free } = await takePort();
    await free();
    const listened: unknown[] = [];
    const listen = jest.spyOn(Server.prototype, 'listen').mockImplementation(function (
      this: Server,
      ...args: unknown[]
    ) {
      listened.push((args[0] as { port: number }).port);
      return Reflect.apply(originalListen, this, args) as Server;
    });
    await checkPorts(configOf({ PORT: port, ADIT_ADMIN_PORT: '0' }));
    listen.mockRestore();

    expect(listened).toEqual([0, 0]);
  });

  it.each(['HOST', 'ADIT_ADMIN_HOST'])('rejects a %s of another machine', async (name) => {
    await expect(checkPorts(configOf({ [name]: '192.0.2.1', ...TOKEN }))).rejects.toThrow(
      `${name}="192.0.2.1" is not valid (EADDRNOTAVAIL): use an address of this machine`,
    );
  });
});
