import { SETTING_ROWS } from './settings.ts';
import { findUnknownSettings, mostSimilar } from './unknown-settings.ts';

describe('findUnknownSettings', () => {
  it('names unknown variables and the most similar setting, without values', () => {
    const env = { ADIT_SPOL: 'off', ADIT_SHOP_COLOUR: 'hunter2', ADIT_WORKER: '2', ADIT_SPOOL: 'off' };

    expect(findUnknownSettings(env)).toEqual([
      'ADIT_SPOL (did you mean ADIT_SPOOL?)',
      'ADIT_SHOP_COLOUR',
      'ADIT_WORKER (did you mean ADIT_WORKERS?)',
    ]);
  });

  it('finds nothing if every setting is set, and ignores other prefixes', () => {
    const env = Object.fromEntries(SETTING_ROWS.map(({ name }) => [name, 'x']));

    expect(findUnknownSettings({ ...env, MY_ADIT_SPOL: '', SPOL: '', PORTS: '' })).toEqual([]);
  });

  it('ignores the variables that Kubernetes sets for a Service', () => {
    const service = {
      ADIT_TUNNEL_SERVICE_HOST: '10.0.0.1',
      ADIT_TUNNEL_SERVICE_PORT: '8787',
      ADIT_TUNNEL_SERVICE_PORT_HTTP: '8787',
      ADIT_TUNNEL_PORT: 'tcp://10.0.0.1:8787',
      ADIT_TUNNEL_PORT_8787_TCP: 'tcp://10.0.0.1:8787',
      ADIT_TUNNEL_PORT_8787_TCP_PROTO: 'tcp',
      ADIT_TUNNEL_PORT_8787_TCP_PORT: '8787',
      ADIT_TUNNEL_PORT_8787_TCP_ADDR: '10.0.0.1',
    };

    expect(findUnknownSettings(service)).toEqual([]);
    expect(findUnknownSettings({ ADIT_TUNNEL_PORT: '8787' })).toEqual(['ADIT_TUNNEL_PORT']);
  });
});

describe('mostSimilar', () => {
  it.each([
    ['--prot', '--port'],
    ['--hos', '--host'],
    ['--pourt', '--port'],
    ['--dsn', undefined],
    ['--something-else', undefined],
  ])('finds for %s %s', (text, similar) => {
    expect(mostSimilar(text, ['--host', '--port', '--adit-path'])).toBe(similar);
  });
});
