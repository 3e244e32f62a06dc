import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';
import { shownPolicy, type PolicyConfig } from './policy-config.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const KEY = Buffer.alloc(32, 7).toString('base64');
const PLACE = 'off, a path, an https address without a password, or redis:KEY';

const read = (env: Readonly<Record<string, string>>): PolicyConfig =>
  readConfig({ env: { ADIT_DSNS: DSN, ...env }, workingDirectory: '/srv/adit', readFile: () => '' }).policy;

describe('the settings of the policy', () => {
  it.each<[Record<string, string>, PolicyConfig, string]>([
    [{}, { kind: 'built-in' }, 'built-in'],
    [{ ADIT_POLICY: 'off' }, { kind: 'off' }, 'off'],
    [
      { ADIT_POLICY: 'policy.json' },
      { kind: 'place', from: '/srv/adit/policy.json', signedBy: undefined },
      '/srv/adit/policy.json',
    ],
    [
      { ADIT_POLICY: '/etc/adit/policy.json', ADIT_POLICY_KEY: KEY },
      { kind: 'place', from: '/etc/adit/policy.json', signedBy: KEY },
      '/etc/adit/policy.json, signed',
    ],
    [
      { ADIT_POLICY: 'https://config.test/policy.json?token=hunter2' },
      { kind: 'place', from: 'https://config.test/policy.json?token=hunter2', signedBy: undefined },
      'https://config.test/policy.json',
    ],
    [
      { ADIT_POLICY: 'redis:adit:policy', ADIT_SPOOL: 'redis://cache' },
      { kind: 'redis', key: 'adit:policy', signedBy: undefined },
      'redis:adit:policy',
    ],
    [
      { ADIT_POLICY: 'redis:shop:policy', ADIT_LIMITS: 'redis://cache', ADIT_REDIS_PREFIX: 'shop:' },
      { kind: 'redis', key: 'shop:policy', signedBy: undefined },
      'redis:shop:policy',
    ],
  ])('are read: %j', (env, config, shown) => {
    expect(read(env)).toEqual(config);
    expect(shownPolicy(config)).toBe(shown);
  });

  it.each([
    ['http://config.test/policy.json', PLACE],
    ['https://user:hunter2@config.test/policy.json', PLACE],
    ['redis://cache', PLACE],
    ['rediss://cache', PLACE],
    ['redis+cluster://cache', PLACE],
    ['redis:', PLACE],
    ['redis:adit:policy', 'redis:KEY only with ADIT_LIMITS or ADIT_SPOOL in Redis'],
  ])('stop at %s with one line', (value, accepted) => {
    expect(() => read({ ADIT_POLICY: value })).toThrow(ConfigError);
    expect(() => read({ ADIT_POLICY: value })).toThrow(`is not valid: use ${accepted}.`);
    expect(() => read({ ADIT_POLICY: value })).not.toThrow('hunter2');
  });

  it('stop at a key of Redis that the rights of the server may not cover', () => {
    expect(() => read({ ADIT_POLICY: 'redis:policy', ADIT_LIMITS: 'redis://cache' })).toThrow(
      new ConfigError(
        'ADIT_POLICY="redis:policy" is not valid: use redis:KEY with a KEY that begins with adit:.',
      ),
    );
  });

  it.each([
    [
      { ADIT_POLICY: '/etc/adit/policy.json', ADIT_POLICY_KEY: 'hunter2' },
      'an Ed25519 public key, as PEM or base64, not its path',
    ],
    [{ ADIT_POLICY_KEY: KEY }, 'it only with a document in ADIT_POLICY'],
    [{ ADIT_POLICY: 'off', ADIT_POLICY_KEY: KEY }, 'it only with a document in ADIT_POLICY'],
  ])('stop at a key that is none, or that would sign nothing: %j', (env, accepted) => {
    expect(() => read(env)).toThrow(`is not valid: use ${accepted}.`);
  });
});
