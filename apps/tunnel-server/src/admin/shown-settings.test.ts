import { readConfig } from '../config/config.ts';
import { shownSettings } from './shown-settings.ts';

const KEY = '0123456789abcdef0123456789abcdef';

const shown = (env: Readonly<Record<string, string>> = {}): unknown =>
  shownSettings(
    readConfig({
      env: { ADIT_DSNS: `https://${KEY}@a.example/1`, ...env },
      workingDirectory: '/srv',
      readFile: () => '',
    }),
  );

describe('shownSettings', () => {
  it('shows what a bug report needs', () => {
    expect(shown({ ADIT_TRUSTED_PROXIES: '10.0.0.1,10.0.0.2', ADIT_WORKERS: '3' })).toMatchObject({
      workers: 3,
      spool: 'disk',
      tunnel: { projects: ['a.example/1'], path: '/monitoring-tunnel', trustedProxies: 2 },
    });
    expect(shown()).toMatchObject({ tunnel: { ingestOrigin: undefined, trustedProxies: 0 } });
  });

  it('shows no key, token, password or address of a proxy', () => {
    const secret = 'hunter2hunter2hunter2';
    const text = JSON.stringify(
      shown({
        ADIT_INGEST_ORIGIN: `https://user:${secret}@relay.internal`,
        ADIT_SPOOL: `redis://user:${secret}@cache`,
        ADIT_LIMITS: `redis://user:${secret}@cache`,
        ADIT_THROTTLE: '5/s',
        ADIT_THROTTLE_SECRET: secret,
        ADIT_ADMIN_TOKEN: secret,
        ADIT_TRUSTED_PROXIES: '10.1.2.3',
      }),
    );

    expect(text).toContain('relay.internal');
    for (const hidden of [secret, KEY, '10.1.2.3']) expect(text).not.toContain(hidden);
  });
});
