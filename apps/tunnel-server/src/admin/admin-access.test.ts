import type { ReadField } from '@adit/operations';
import { readConfig } from '../config/config.ts';
import { createAdminAccess } from './admin-access.ts';
import { isLoopback } from '../config/is-loopback.ts';

const TOKEN = 'read-read-read-read';
const CONTROL = 'control-control-control';
const DSN = 'https://0123456789abcdef0123456789abcdef@a.example/1';

const configOf = (env: Readonly<Record<string, string>>) =>
  readConfig({ env: { ADIT_DSNS: DSN, ...env }, workingDirectory: '/', readFile: () => '' });

const fieldsOf =
  (fields: Readonly<Record<string, string>>): ReadField =>
  (name) =>
    fields[name];

describe('createAdminAccess', () => {
  it('lets everybody on the machine read without a token, and nobody control', () => {
    const open = createAdminAccess({ token: undefined, controlToken: CONTROL, host: '127.0.0.1' });
    expect(open.roleOf(fieldsOf({}))).toBe('read');
    expect(open.roleOf(fieldsOf({ authorization: 'Bearer wrong' }))).toBe('read');
    expect(
      createAdminAccess({ token: TOKEN, controlToken: undefined, host: '::1' }).roleOf(fieldsOf({})),
    ).toBe('none');
  });

  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['127.0.0.1', { host: 'localhost:8788' }, false],
    ['127.0.0.1', { host: '127.0.0.1:8788' }, false],
    ['::1', { host: '[::1]:8788' }, false],
    // The name of an attacker's page that resolves to this machine.
    ['127.0.0.1', { host: 'evil.example:8788' }, true],
    ['127.0.0.1', { host: 'localhost.evil.example' }, true],
    ['127.0.0.1', {}, true],
    ['127.0.0.1', { host: 'localhost:8788', origin: 'http://localhost:8788' }, false],
    ['127.0.0.1', { host: 'localhost:8788', origin: 'http://localhost:3000' }, true],
    ['127.0.0.1', { host: 'localhost:8788', origin: 'null' }, true],
    ['127.0.0.1', { host: 'localhost:8788', 'sec-fetch-site': 'same-site' }, true],
    ['127.0.0.1', { host: 'localhost:8788', 'sec-fetch-site': 'none' }, false],
    ['0.0.0.0', { host: 'tunnel.internal:8788' }, false],
    ['0.0.0.0', { host: 'tunnel.internal', origin: 'https://tunnel.internal' }, false],
  ])('at %s takes %j for foreign: %j', (host, fields, isForeign) => {
    const { isForeign: ask } = createAdminAccess({ token: TOKEN, controlToken: undefined, host });
    expect(ask(fieldsOf(fields))).toBe(isForeign);
  });

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost', 'LOCALHOST'])('knows %s as loopback', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.example', 'localhost.example'])(
    'does not take %s for loopback',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('readAdminTokens', () => {
  it('reads both tokens', () => {
    const { adminTokens } = configOf({ ADIT_ADMIN_TOKEN: TOKEN, ADIT_ADMIN_CONTROL_TOKEN: CONTROL });
    expect(adminTokens).toEqual({ token: TOKEN, controlToken: CONTROL });
  });

  it.each([
    [{ ADIT_ADMIN_HOST: '0.0.0.0' }, /^ADIT_ADMIN_TOKEN is missing: ADIT_ADMIN_HOST is not a loopback/],
    [{ ADIT_ADMIN_TOKEN: 'hunter2' }, /^ADIT_ADMIN_TOKEN is not valid: use a token of 16 characters or more/],
    [{ ADIT_ADMIN_CONTROL_TOKEN: 'hunter2 hunter2 hunter2' }, /^ADIT_ADMIN_CONTROL_TOKEN is not valid/],
    [
      { ADIT_ADMIN_TOKEN: TOKEN, ADIT_ADMIN_CONTROL_TOKEN: TOKEN },
      /^ADIT_ADMIN_CONTROL_TOKEN is also the value of/,
    ],
  ])('refuses %j', (env, message) => {
    const read = (): unknown => configOf(env);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/hunter2|read-read/);
  });

  it.each<Record<string, string>>([
    { ADIT_ADMIN_TOKEN: TOKEN },
    { ADIT_ADMIN_CONTROL_TOKEN: CONTROL },
    { ADIT_ADMIN_HOST: '127.0.0.2' },
  ])('accepts %j', (env) => {
    expect(() => configOf({ ADIT_ADMIN_HOST: '0.0.0.0', ...env })).not.toThrow();
  });
});
