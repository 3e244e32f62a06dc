import { isRedisAddress, parseRedisAddress } from './redis-address.ts';

describe('parseRedisAddress', () => {
  it.each([
    [
      'redis://cache',
      { kind: 'single', isEncrypted: false, nodes: [{ host: 'cache', port: 6_379 }], database: 0 },
    ],
    ['rediss://cache:6380/2', { isEncrypted: true, nodes: [{ host: 'cache', port: 6_380 }], database: 2 }],
    ['redis://[::1]:7000', { nodes: [{ host: '::1', port: 7_000 }], shown: 'redis://[::1]:7000' }],
    [
      'redis://adit:p%40ss,word@cache:1',
      { username: 'adit', password: 'p@ss,word', shown: 'redis://cache:1' },
    ],
    ['redis://:secret@cache', { username: undefined, password: 'secret' }],
    [
      'redis+sentinel://adit:secret@one,two:26380/tunnel/1?sentinelUsername=s&sentinelPassword=t',
      {
        kind: 'sentinel',
        nodes: [
          { host: 'one', port: 26_379 },
          { host: 'two', port: 26_380 },
        ],
        primaryName: 'tunnel',
        database: 1,
        password: 'secret',
        sentinelUsername: 's',
        sentinelPassword: 't',
        shown: 'redis+sentinel://one,two:26380/tunnel/1',
      },
    ],
    [
      'rediss+cluster://one:7001,two:7002',
      {
        kind: 'cluster',
        isEncrypted: true,
        nodes: [
          { host: 'one', port: 7_001 },
          { host: 'two', port: 7_002 },
        ],
      },
    ],
  ])('reads %s', (text, expected) => {
    expect(parseRedisAddress(text)).toMatchObject(expected);
  });

  it.each([
    'redis://',
    'redis:cache',
    'redis://cache:0',
    'redis://cache:70000',
    'redis://cache:port',
    'redis://one,two',
    'redis://cache/x',
    'redis://cache/1/2',
    'redis://user:%zz@cache',
    'redis://cache?db=1',
    'redis+sentinel://one',
    'redis+sentinel://one/two names',
    'redis+sentinel://one/tunnel?password=x',
    'redis+cluster://one/1',
    'redis+cluster://one?sentinelPassword=x',
    'redis+other://one',
    'https://cache',
  ])('refuses %s', (text) => {
    expect(parseRedisAddress(text)).toBeUndefined();
  });
});

describe('isRedisAddress', () => {
  it('tells an address of Redis from a folder, also if it is misspelled', () => {
    expect(['redis://a', 'REDISS:', 'redis+cluster:x', 'redis+foo://a'].map(isRedisAddress)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['disk:redis://a', 'memory', 'redis'].map(isRedisAddress)).toEqual([false, false, false]);
  });
});
