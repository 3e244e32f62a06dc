import { describe, expect, it } from '@jest/globals';
import { conventionOf, endingOf, takenName } from './conventions.ts';
import { DEFAULT_PAGE_EXTENSIONS, readPageExtensions } from './page-extensions.ts';

describe('readPageExtensions', () => {
  it.each<[string, string, readonly string[]]>([
    ['a list', "export default { pageExtensions: ['page.tsx', 'page.ts'] };", ['page.tsx', 'page.ts']],
    [
      'a list in wrappers, with a type',
      "module.exports = withMDX()(withAdit({ 'pageExtensions': ([`mdx`, 'tsx'] as const) satisfies string[] }));",
      ['mdx', 'tsx'],
    ],
    [
      'a constant, by its name alone',
      "const pageExtensions = ['a.tsx'];\nexport default { pageExtensions };",
      ['a.tsx'],
    ],
    ['a variable', "var pageExtensions = ['a.tsx'];\nexport default { pageExtensions };", ['a.tsx']],
    [
      'a list of the file, mapped with a template',
      "const ends = ['tsx', 'ts'];\nexport default { pageExtensions: ends.map((end) => `page.${end}`) };",
      ['page.tsx', 'page.ts'],
    ],
    [
      'lists that are spread and joined, each name once',
      "const ends = ['tsx', 'ts'];\nexport default { pageExtensions: [...ends, 'mdx'].concat(['tsx'], ends) };",
      ['tsx', 'ts', 'mdx'],
    ],
    [
      'the configuration’s own, not one inside another option',
      "export default { webpack: (config) => ({ pageExtensions: ['no'] }), pageExtensions: ['page.tsx'] };",
      ['page.tsx'],
    ],
    [
      'two names for each',
      "export default { pageExtensions: ['tsx'].flatMap((end) => [`page.${end}`, end, 'md']) };",
      ['page.tsx', 'tsx', 'md'],
    ],
  ])('reads %s', (_what, text, expected) => {
    expect(readPageExtensions(text)).toEqual(expected);
  });

  it.each([
    ['no file', undefined],
    ['another option', 'export default { poweredByHeader: false };'],
    ['an empty list', 'export default { pageExtensions: [] };'],
    ['a call', 'export default { pageExtensions: readEndings() };'],
    ['a constant that names itself', 'const a = a;\nexport default { pageExtensions: a };'],
    [
      'a constant of another file',
      "import { ends } from './ends';\nexport default { pageExtensions: ends };",
    ],
    [
      'a variable that is assigned again',
      "let pageExtensions = ['a.tsx'];\npageExtensions = endings();\nexport default { pageExtensions };",
    ],
    ['a condition', "export default { pageExtensions: [isPage ? 'page.tsx' : 'tsx'] };"],
    ['a spread that is computed', 'export default { pageExtensions: [...endings()] };'],
    ['a filter', "export default { pageExtensions: ['tsx'].filter(Boolean) };"],
    ['a map without a function', "export default { pageExtensions: ['tsx'].map(toPage) };"],
    ['a map with a body', "export default { pageExtensions: ['tsx'].map((end) => { return end; }) };"],
    ['a map without a name', "export default { pageExtensions: ['tsx'].map(() => other) };"],
    [
      'a template of something else',
      "export default { pageExtensions: ['tsx'].map((end) => `${a}.${end}`) };",
    ],
    ['a map of another kind', "export default { pageExtensions: ['tsx'].map((end) => end.slice(1)) };"],
    ['a map to another name', "export default { pageExtensions: ['tsx'].map((end) => other) };"],
    ['a map of nothing', 'export default { pageExtensions: endings().map((end) => end) };'],
  ])('is Next’s default for %s', (_what, text) => {
    expect(readPageExtensions(text)).toEqual(DEFAULT_PAGE_EXTENSIONS);
  });
});

describe('the files of a convention', () => {
  const pages = { pageExtensions: ['page.tsx', 'page.ts'] };

  it('are taken by their whole ending', () => {
    expect(conventionOf('src/app/error.page.tsx', pages)).toEqual({ name: 'error', isTaken: true });
    expect(conventionOf('error.tsx', pages)).toEqual({ name: 'error', isTaken: false });
    for (const path of ['app/error.test.tsx', 'app/.tsx', 'app/error.css', 'app/page.page.test.tsx'])
      expect(conventionOf(path, pages)).toBeUndefined();
    expect(conventionOf('app/page.tsx', { pageExtensions: ['tsx'] })).toEqual({
      name: 'page',
      isTaken: true,
    });
  });

  it.each<[string, 'ts' | 'js', 'screen' | 'code', readonly string[]]>([
    ['tsx', 'ts', 'screen', DEFAULT_PAGE_EXTENSIONS],
    ['ts', 'ts', 'code', DEFAULT_PAGE_EXTENSIONS],
    ['jsx', 'js', 'screen', DEFAULT_PAGE_EXTENSIONS],
    ['js', 'js', 'code', DEFAULT_PAGE_EXTENSIONS],
    ['page.tsx', 'ts', 'screen', ['mdx', 'page.ts', 'page.tsx']],
    ['page.ts', 'ts', 'code', ['mdx', 'page.tsx', 'page.ts']],
    ['page.tsx', 'ts', 'code', ['page.tsx']],
    ['api.ts', 'ts', 'screen', ['api.ts']],
    ['p.js', 'js', 'screen', ['p.js']],
    ['tsx', 'ts', 'screen', ['mdx']],
  ])('get %s in an application of %s, for a %s, with %j', (ending, language, kind, pageExtensions) => {
    expect(endingOf({ language, pageExtensions }, kind)).toBe(ending);
  });

  it('have another name if Next ignores theirs', () => {
    const application = { ...pages, language: 'ts' } as const;
    expect(takenName(application, 'app/error.tsx')).toBe('error.page.tsx');
    expect(takenName(application, 'src/instrumentation.ts')).toBe('instrumentation.page.ts');
    expect(takenName(application, 'app/error.page.tsx')).toBeUndefined();
    expect(takenName(application, 'app/error.css')).toBeUndefined();
  });
});
