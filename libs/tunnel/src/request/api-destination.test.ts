import { parseDsn, type Dsn } from '@adit/envelope';
import { findApiDestination } from './api-destination.ts';
import { createDestinations } from './destinations.ts';

const destinations = createDestinations(
  [
    'https://a@one.example/1',
    'https://b@one.example/1',
    'https://a@two.example/2',
    'https://a@two.example/1',
  ].map((text) => ({ text, dsn: parseDsn(text) as Dsn })),
  undefined,
);

const find = (
  project: string,
  { dsn, ...headers }: Readonly<Record<string, string>> = {},
  search = '',
): string => {
  const found = findApiDestination(destinations, { project, dsn, header: (name) => headers[name], search });
  return 'reason' in found ? found.reason : found.identity;
};
const auth = (key: string) => ({ 'x-sentry-auth': `Sentry sentry_key=${key}` });
const basic = (user: string) => ({ authorization: `Basic ${btoa(`${user}:`)}` });

describe('findApiDestination', () => {
  it('goes by project and key', () => {
    expect(find('1', auth('b'))).toBe('b@one.example:/1');
    expect(find('2', {}, 'sentry_key=a')).toBe('a@two.example:/2');
    expect(find('2', auth('b'))).toBe('dsn-not-allowed');
    expect(find('3', auth('a'))).toBe('dsn-not-allowed');
  });

  it('takes the first of several hosts', () => {
    expect(find('1', auth('a'))).toBe('a@one.example:/1');
    expect(find('1', { dsn: 'https://a@two.example/1' })).toBe('a@one.example:/1');
  });

  it('does not go by the host of the DSN', () => {
    expect(find('1', { dsn: 'http://b@door.example:8787/x/1' })).toBe('b@one.example:/1');
    expect(find('1', { ...auth('b'), dsn: 'http://b@door.example/1' })).toBe('b@one.example:/1');
  });

  it('takes the user of basic authentication only if it is a key of the project', () => {
    expect(find('1', basic('b'))).toBe('b@one.example:/1');
    expect(find('2', basic('b'))).toBe('auth-missing');
    expect(find('2', { ...basic('b'), dsn: 'https://a@door.example/2' })).toBe('a@two.example:/2');
    expect(find('1', { ...basic('b'), dsn: 'https://a@door.example/1' })).toBe('auth-disagrees');
  });

  it('refuses what disagrees', () => {
    expect(find('1', { ...auth('a'), dsn: 'https://b@one.example/1' })).toBe('auth-disagrees');
    expect(find('1', { dsn: 'https://a@two.example/2' })).toBe('project-disagrees');
    expect(find('1', { dsn: 'nonsense' })).toBe('dsn-not-allowed');
    expect(find('1')).toBe('auth-missing');
    expect(find('1', auth('a'), 'sentry_key=a')).toBe('auth-multiple');
  });
});
