import { ConfigError } from '../config/config-error.ts';
import { toListenError } from './listen-error.ts';

const SETTINGS = { hostKey: 'host', portKey: 'port', host: 'nowhere.invalid', port: 80 } as const;
const failing = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('toListenError', () => {
  it.each([
    ['ENOTFOUND', 'HOST="nowhere.invalid" is not valid (ENOTFOUND): use an address of this machine'],
    ['EAI_AGAIN', 'HOST="nowhere.invalid" is not valid (EAI_AGAIN): use an address of this machine'],
    ['EADDRNOTAVAIL', 'HOST="nowhere.invalid" is not valid (EADDRNOTAVAIL): use an address of this machine'],
    ['EACCES', 'PORT="80" is not valid (EACCES): use a port this user may listen at'],
  ])('takes %s for a wrong setting', (code, message) => {
    const error = toListenError(failing(code), SETTINGS);

    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toContain(message);
  });

  it('names the settings of the admin port', () => {
    const error = toListenError(failing('ENOTFOUND'), {
      ...SETTINGS,
      hostKey: 'adminHost',
      portKey: 'adminPort',
    });

    expect((error as Error).message).toMatch(/^ADIT_ADMIN_HOST=/);
  });

  it('names the port if it is in use, which is no wrong configuration', () => {
    const error = toListenError(failing('EADDRINUSE'), SETTINGS);

    expect(error).not.toBeInstanceOf(ConfigError);
    expect((error as Error).message).toBe(
      'PORT="80" is in use by another process at nowhere.invalid (EADDRINUSE): stop it, or use another port.',
    );
  });

  it.each([failing('EMFILE'), new Error('no code'), 'text'])('leaves %s as it is', (error) => {
    expect(toListenError(error, SETTINGS)).toBe(error);
  });
});
