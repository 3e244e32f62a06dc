import fc from 'fast-check';
import { checkAuthSources, type AuthFault } from './auth-sources.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const OTHER_KEY = 'fedcba9876543210fedcba9876543210';

const basic = (credentials: string): string => `Basic ${btoa(credentials)}`;

interface Sources {
  readonly sentry?: string;
  readonly authorization?: string;
  readonly search?: string;
}

const check = ({ sentry, authorization, search = '' }: Sources, publicKey = KEY): AuthFault | undefined => {
  const fields = new Map([
    ['x-sentry-auth', sentry],
    ['authorization', authorization],
  ]);
  return checkAuthSources({ header: (name) => fields.get(name), search, publicKey });
};

describe('checkAuthSources', () => {
  // Relay, extractors/request_meta.rs `auth_from_parts`, and sentry-types auth.rs.
  it.each<[string, Sources]>([
    ['no source', {}],
    ['a query that is no source', { search: '?o=1&p=2&r=de' }],
    ['hsts=0, which lacks sentry_ (PROTOCOL §1.2)', { search: 'hsts=0' }],
    ['X-Sentry-Auth', { sentry: `Sentry sentry_version=7, sentry_key=${KEY}, sentry_client=a/1` }],
    ['X-Sentry-Auth in any case, without spaces', { sentry: `sEnTrY sentry_key=${KEY},sentry_version=7` }],
    ['X-Sentry-Auth with a secret', { sentry: `Sentry sentry_key=${KEY}, sentry_secret=s` }],
    ['X-Sentry-Auth with what nobody knows', { sentry: `Sentry nonsense, sentry_key=${KEY}, foo=` }],
    ['X-Sentry-Auth without a version: 7', { sentry: `Sentry sentry_key=${KEY}` }],
    ['version 2.0: 2', { sentry: `Sentry sentry_version=2.0, sentry_key=${KEY}` }],
    ['version 7.9: 7', { sentry: `Sentry sentry_version=7.9, sentry_key=${KEY}` }],
    ['version +7, as Rust reads it', { sentry: `Sentry sentry_version=+7, sentry_key=${KEY}` }],
    ['key flags (`parse_with_flags`)', { sentry: `Sentry sentry_key=${KEY}:no-cache` }],
    ['the last of two keys', { sentry: `Sentry sentry_key=${OTHER_KEY}, sentry_key=${KEY}` }],
    ['a second key without a value', { sentry: `Sentry sentry_key=${KEY}, sentry_key` }],
    ['Authorization: Basic that nobody encoded: ignored', { authorization: `Basic ${OTHER_KEY}:secret` }],
    ['a value up to its second equals sign', { sentry: `Sentry sentry_key=${KEY}=x` }],
    ['spaces around names and values', { sentry: `Sentry  sentry_key = ${KEY} , sentry_version = 7 ` }],
    ['Authorization: Sentry', { authorization: `Sentry sentry_key=${KEY}` }],
    ['Authorization: Basic', { authorization: basic(`${KEY}:`) }],
    ['Authorization: Basic with a password', { authorization: basic(`${KEY}:secret:more`) }],
    [
      'Authorization: basic',
      {
        authorization: basic(`${KEY}:`)
          .toLowerCase()
          .replace(/ .*/, ` ${btoa(`${KEY}:`)}`),
      },
    ],
    ['the query', { search: `?sentry_version=7&sentry_key=${KEY}&sentry_client=a%2F1` }],
    ['the query, encoded', { search: `sentry_version=7&sentry_key=%30${KEY.slice(1)}` }],
    // T-env, test_envelope_without_header.
    ['an empty X-Sentry-Auth: ignored', { sentry: '' }],
    ['an X-Sentry-Auth of another scheme: ignored', { sentry: `Bearer sentry_key=${OTHER_KEY}` }],
    ['an X-Sentry-Auth without a space: ignored', { sentry: 'sentry' }],
    ['an X-Sentry-Auth with a tab: ignored', { sentry: `Sentry\tsentry_key=${OTHER_KEY}` }],
    ['an X-Sentry-Auth that does not begin with it: ignored', { sentry: ` Sentry sentry_key=${OTHER_KEY}` }],
    ['Authorization: Bearer: ignored', { authorization: 'Bearer token' }],
    ['Authorization: Basic that is not base64: ignored', { authorization: 'Basic §§§' }],
    ['Authorization: Basic without a colon: ignored', { authorization: basic(OTHER_KEY) }],
    ['Authorization: Basic without a user: ignored', { authorization: basic(':secret') }],
    // A site behind a password.
    ['Authorization: Basic of a person: ignored', { authorization: basic('ada:secret') }],
    [
      'Authorization: Basic of a person beside a source',
      { authorization: basic('ada:s'), search: `sentry_key=${KEY}` },
    ],
    [
      'Authorization: Bearer beside a source',
      { authorization: 'Bearer token', sentry: `Sentry sentry_key=${KEY}` },
    ],
    ['an ignored X-Sentry-Auth beside a source', { sentry: '', authorization: `Sentry sentry_key=${KEY}` }],
  ])('finds nothing wrong with %s', (_what, sources) => {
    expect(check(sources)).toBeUndefined();
  });

  it.each<[string, Sources]>([
    ['both headers', { sentry: `Sentry sentry_key=${KEY}`, authorization: `Sentry sentry_key=${KEY}` }],
    ['X-Sentry-Auth and Basic', { sentry: `Sentry sentry_key=${KEY}`, authorization: basic(`${KEY}:`) }],
    [
      'X-Sentry-Auth and Basic of another key',
      { sentry: `Sentry sentry_key=${KEY}`, authorization: basic(`${OTHER_KEY}:`) },
    ],
    ['X-Sentry-Auth and the query', { sentry: `Sentry sentry_key=${KEY}`, search: `sentry_key=${KEY}` }],
    [
      'Authorization and the query',
      { authorization: `Sentry sentry_key=${KEY}`, search: `sentry_key=${KEY}` },
    ],
    ['Basic and the query', { authorization: basic(`${KEY}:`), search: `sentry_key=${KEY}` }],
    ['a second source that could not be read', { sentry: `Sentry sentry_key=${KEY}`, search: 'q=sentry_' }],
    [
      'a second header that could not be read',
      { sentry: `Sentry sentry_key=${KEY}`, authorization: 'Sentry ' },
    ],
  ])('finds two sources: %s', (_what, sources) => {
    expect(check(sources)).toBe('auth-multiple');
  });

  it.each<[string, Sources]>([
    ['no pairs', { sentry: 'Sentry ' }],
    ['no key', { sentry: 'Sentry sentry_version=7' }],
    ['an empty key', { sentry: 'Sentry sentry_key=' }],
    ['an empty key with flags', { sentry: 'Sentry sentry_key=:no-cache' }],
    ['a key without a value', { sentry: 'Sentry sentry_key' }],
    ['version 8', { sentry: `Sentry sentry_version=8, sentry_key=${KEY}` }],
    ['version 8, after the key', { sentry: `Sentry sentry_key=${KEY}, sentry_version=8` }],
    ['version 70', { sentry: `Sentry sentry_version=70, sentry_key=${KEY}` }],
    ['version 99999999', { sentry: `Sentry sentry_version=99999999, sentry_key=${KEY}` }],
    ['version -1', { sentry: `Sentry sentry_version=-1, sentry_key=${KEY}` }],
    ['version seven', { sentry: `Sentry sentry_version=seven, sentry_key=${KEY}` }],
    ['version 7a', { sentry: `Sentry sentry_version=7a, sentry_key=${KEY}` }],
    ['an empty version', { sentry: `Sentry sentry_version=, sentry_key=${KEY}` }],
    ['Authorization without a key', { authorization: 'Sentry sentry_client=a/1' }],
    ['Authorization of version 8', { authorization: `Sentry sentry_key=${KEY}, sentry_version=8` }],
    ['a query without a key', { search: '?sentry_client=a' }],
    // Relay asks whether the query contains `sentry_`, wherever.
    ['a query that merely mentions it', { search: '?next=/sentry_/' }],
    ['a query of version 8', { search: `sentry_key=${KEY}&sentry_version=8` }],
    ['a query with a malformed first source', { sentry: 'Sentry ', search: `sentry_key=${KEY}` }],
  ])('finds malformed: %s', (_what, sources) => {
    expect(check(sources)).toBe('auth-malformed');
  });

  it.each<[string, Sources]>([
    ['X-Sentry-Auth', { sentry: `Sentry sentry_key=${OTHER_KEY}` }],
    ['Authorization: Sentry', { authorization: `Sentry sentry_key=${OTHER_KEY}` }],
    ['Authorization: Basic', { authorization: basic(`${OTHER_KEY}:`) }],
    ['Authorization: Basic in upper case', { authorization: basic(`${OTHER_KEY.toUpperCase()}:`) }],
    ['the query', { search: `sentry_key=${OTHER_KEY}` }],
    ['the last of two keys', { search: `sentry_key=${KEY}&sentry_key=${OTHER_KEY}` }],
    ['the same key in upper case', { sentry: `Sentry sentry_key=${KEY.toUpperCase()}` }],
    ['a longer key', { sentry: `Sentry sentry_key=${KEY}0` }],
    ['a shorter key', { sentry: `Sentry sentry_key=${KEY.slice(1)}` }],
  ])('finds another key in %s', (_what, sources) => {
    expect(check(sources)).toBe('auth-disagrees');
  });

  it('takes the own key from basic authentication even where it is not a generated one', () => {
    expect(check({ authorization: basic('key:'), search: 'sentry_key=key' }, 'key')).toBe('auth-multiple');
    expect(check({ authorization: basic('yek:'), search: 'sentry_key=key' }, 'key')).toBeUndefined();
    expect(check({ authorization: basic(`${KEY}0:`), search: `sentry_key=${KEY}` })).toBeUndefined();
  });

  it('reads no more pairs than an SDK could mean', () => {
    const padding = 'a=b,'.repeat(31);
    expect(check({ sentry: `Sentry ${padding}sentry_key=${KEY}` })).toBeUndefined();
    expect(check({ sentry: `Sentry ${padding}a=b,sentry_key=${KEY}` })).toBe('auth-malformed');
  });

  it('never throws, and lets nothing name another key', () => {
    const noise = fc.option(fc.string({ maxLength: 60 }), { nil: undefined });
    fc.assert(
      fc.property(noise, noise, fc.string(), (rest, basicText, search) => {
        const sentry =
          rest === undefined ? undefined : `Sentry sentry_key=${OTHER_KEY},${rest.replace('sentry_key', '')}`;
        const authorization = basicText === undefined ? undefined : `Basic ${basicText}`;
        const fault = check({
          ...(sentry === undefined ? {} : { sentry }),
          ...(authorization === undefined ? {} : { authorization }),
          search,
        });
        expect(fault === undefined).toBe(sentry === undefined && !search.includes('sentry_'));
      }),
    );
  });
});
