import { parseDsn, dsnIdentity, projectName, type Dsn } from './dsn.ts';
import { compareQuery, routeQueries } from './query.ts';

const dsn = parseDsn('https://key@o450.ingest.de.sentry.io/4509') as Dsn;

it('accepts what SDKs write, once each or not at all', () => {
  expect([...routeQueries(dsn)]).toEqual(['', 'o=450&p=4509', 'o=450&p=4509&r=de']);
  for (const query of routeQueries(dsn)) expect(compareQuery(query, dsn)).toBe('agrees');
  expect(compareQuery('?utm=1', dsn)).toBe('agrees');
});

it.each([
  ['o=1', 'disagrees'],
  ['p=1', 'disagrees'],
  ['r=us', 'disagrees'],
  ['o=450&o=450', 'malformed'],
  ['o=evil.example%23', 'malformed'],
  ['r=DE', 'malformed'],
] as const)('judges %s: %s', (query, verdict) => {
  expect(compareQuery(query, dsn)).toBe(verdict);
});

it('takes the region us for a host that names none', () => {
  const plain = parseDsn('https://key@o450.ingest.sentry.io/4509') as Dsn;
  expect(compareQuery('r=us', plain)).toBe('agrees');
  expect(routeQueries(plain)).toContain('o=450&p=4509&r=us');
});

it('identifies a DSN by all but its protocol, and names its project without the key', () => {
  const own = parseDsn('http://key@sentry.test:9000/below/7') as Dsn;
  expect(dsnIdentity(own)).toBe('key@sentry.test:9000/below/7');
  expect(projectName(own)).toBe('sentry.test:9000/below/7');
  expect(projectName(dsn)).toBe('o450.ingest.de.sentry.io/4509');
});
