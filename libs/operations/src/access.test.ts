import { createAccess, isToken, type ReadField } from './access.ts';

const TOKEN = 'read-read-read-read';
const CONTROL = 'control-control-control';

const fieldsOf =
  (fields: Readonly<Record<string, string>>): ReadField =>
  (name) =>
    fields[name];

describe('createAccess', () => {
  const access = createAccess({ token: TOKEN, controlToken: CONTROL, isOpen: false });

  it.each([
    [{}, 'none'],
    [{ authorization: `Bearer ${TOKEN}` }, 'read'],
    [{ authorization: `bearer ${CONTROL}` }, 'control'],
    [{ authorization: `Bearer ${TOKEN}x` }, 'none'],
    [{ authorization: `Basic ${TOKEN}` }, 'none'],
    [{ cookie: 'adit-admin=' }, 'none'],
  ])('gives %j the role %s', (fields, role) => {
    expect(access.roleOf(fieldsOf(fields))).toBe(role);
  });

  it('gives the role of its token to a cookie, which does not show the token', () => {
    const set = access.cookieFor(CONTROL, '/operations') ?? '';
    const cookie = `other=1; ${set.replace(/;.*/, '')}`;
    expect(set).toMatch(/; Path=\/operations; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(set).not.toContain(CONTROL);
    expect(access.roleOf(fieldsOf({ cookie }))).toBe('control');
    expect(access.cookieFor('wrong', '/')).toBeUndefined();
  });

  it('lets everybody read where it is open, and nobody control', () => {
    const open = createAccess({ token: undefined, controlToken: CONTROL, isOpen: true });
    expect(open.roleOf(fieldsOf({}))).toBe('read');
    expect(open.roleOf(fieldsOf({ authorization: 'Bearer wrong' }))).toBe('read');
    expect(open.roleOf(fieldsOf({ authorization: `Bearer ${CONTROL}` }))).toBe('control');
  });

  it.each<[Readonly<Record<string, string>>, boolean]>([
    [{ host: 'shop.example' }, false],
    [{ host: 'shop.example', origin: 'https://shop.example' }, false],
    [{ host: 'shop.example', origin: 'https://evil.example' }, true],
    [{ host: 'shop.example', origin: 'null' }, true],
    [{ origin: 'https://undefined' }, true],
    [{ host: '10.0.0.7:3000', 'x-forwarded-host': 'shop.example', origin: 'https://shop.example' }, false],
    [{ host: '10.0.0.7:3000', 'x-forwarded-host': 'shop.example', origin: 'https://evil.example' }, true],
    [{ host: 'shop.example', 'sec-fetch-site': 'same-site' }, true],
    [{ host: 'shop.example', 'sec-fetch-site': 'none' }, false],
  ])('takes %j for foreign: %j', (fields, isForeign) => {
    expect(access.isForeign(fieldsOf(fields))).toBe(isForeign);
  });
});

it.each<[string, boolean]>([
  [TOKEN, true],
  ['hunter2', false],
  ['hunter2 hunter2 hunter2', false],
])('takes %j for a token: %j', (text, isOne) => {
  expect(isToken(text)).toBe(isOne);
});
