import { isSamePath, parseTarget } from './request-target.ts';

describe('parseTarget', () => {
  it.each([
    ['/a', '/a', ''],
    ['/a?b', '/a', 'b'],
    ['/a?b?c', '/a', 'b?c'],
    ['/a#b?c', '/a', ''],
    ['/a?b#c', '/a', 'b'],
    ['//evil.example/a', '//evil.example/a', ''],
    ['http://evil.example/a?b', '/a', 'b'],
    ['https://evil.example:8080/a', '/a', ''],
    ['https://user@evil.example', '', ''],
    ['http://evil.example?/a', '', '/a'],
    ['evil.example:443', 'evil.example:443', ''],
    ['*', '*', ''],
    ['', '', ''],
  ])('splits %j into %j and %j', (target, path, search) => {
    expect(parseTarget(target)).toEqual({ path, search });
  });
});

describe('isSamePath', () => {
  it('takes no notice of one trailing slash on either side', () => {
    expect(isSamePath('/a/', '/a')).toBe(true);
    expect(isSamePath('/a', '/a/')).toBe(true);
    expect(isSamePath('/', '/')).toBe(true);
  });

  it('takes notice of everything else', () => {
    expect(isSamePath('/a//', '/a')).toBe(false);
    expect(isSamePath('', '/')).toBe(false);
    expect(isSamePath('/A', '/a')).toBe(false);
  });
});
