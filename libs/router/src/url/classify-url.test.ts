/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMisjudged, generateUrlVectors, type UrlVector } from '../../testing/url-inputs.helper.ts';
import { classifyUrl, type UrlVerdict } from './classify-url.ts';

/**
 * Addresses and their verdicts as text: `internal` with the path, `document` or `external` with the address, or the
 * refusal.
 */
const {
  base: BASE,
  vectors,
  disputed,
} = JSON.parse(readFileSync(join(__dirname, '../../testing/url-vectors.json'), 'utf8')) as {
  readonly base: string;
  readonly vectors: Readonly<Record<string, readonly (readonly [href: string, verdict: string])[]>>;
  /** No host for Node, another site for Chromium. */
  readonly disputed: readonly string[];
};
const VECTORS = Object.values(vectors).flat();

function verdictOn(href: string): string {
  const verdict = classifyUrl(href, BASE);
  if (verdict.kind === 'internal') return `internal ${verdict.path}`;
  return verdict.kind === 'refused' ? verdict.reason : `${verdict.kind} ${verdict.url}`;
}

describe('classifyUrl', () => {
  it.each(VECTORS)('judges %j: %s', (href, verdict) => {
    expect(verdictOn(href)).toBe(verdict);
  });

  it.each(disputed)('never takes %j for an address of this site', (href) => {
    expect(classifyUrl(href, BASE).kind).not.toBe('internal');
  });

  it('is proven by at least 300 vectors, all different', () => {
    const hrefs = new Set(VECTORS.map(([href]) => href));
    expect(hrefs.size).toBe(VECTORS.length);
    expect(hrefs.size).toBeGreaterThanOrEqual(300);
  });

  it('lets no internal path leave the origin, however it is resolved again', () => {
    for (const [href] of VECTORS) {
      const verdict: UrlVerdict = classifyUrl(href, BASE);
      if (verdict.kind !== 'internal') continue;
      expect(new URL(verdict.path, BASE).href).toBe(verdict.url);
      expect(new URL(verdict.path, BASE).origin).toBe('https://app.example');
    }
  });

  it('gives no path that would leave the origin', () => {
    const documents = VECTORS.filter(([, verdict]) => verdict.startsWith('document '));
    expect(documents.length).toBeGreaterThan(20);
    for (const [, verdict] of documents) {
      const { origin, pathname } = new URL(verdict.slice('document '.length));
      expect(origin).toBe('https://app.example');
      // Control: written as a path, it names another site, or none.
      expect(URL.canParse(pathname, BASE) && new URL(pathname, BASE).origin === origin).toBe(false);
    }
  });

  it('control: a gate that wants a slash at the start lets addresses leave, and refuses some that stay', () => {
    const isFirstSlash = (href: string): boolean => href.startsWith('/');
    const away = VECTORS.filter(
      ([href, verdict]) => isFirstSlash(href) && /^(?:external|credentials)/.test(verdict),
    );
    const kept = VECTORS.filter(([href, verdict]) => !isFirstSlash(href) && verdict.startsWith('internal'));
    expect(away.length).toBeGreaterThan(20);
    expect(kept.length).toBeGreaterThan(50);
  });

  it('refuses the other origins that are not listed, where there is a list', () => {
    const allowedOrigins = ['https://accounts.example', 'http://localhost:3000'];
    const kindOf = (href: string): string => classifyUrl(href, BASE, { allowedOrigins }).kind;
    expect(kindOf('/a')).toBe('internal');
    expect(kindOf('https://accounts.example/sign-in')).toBe('external');
    expect(kindOf('HTTPS://ACCOUNTS.EXAMPLE:443/')).toBe('external');
    expect(kindOf('http://localhost:3000/a')).toBe('external');
    for (const href of [
      'https://evil.example/',
      'http://accounts.example/',
      'https://accounts.example:8443/',
      'https://accounts.example.evil.example/',
      'https://sub.accounts.example/',
    ]) {
      expect(kindOf(href)).toBe('refused');
    }
    expect(classifyUrl('https://evil.example/', BASE, { allowedOrigins: [] })).toEqual({
      kind: 'refused',
      reason: 'external',
    });
    expect(classifyUrl('https://evil.example/', BASE).kind).toBe('external');
  });

  it('treats a value that is not text as none', () => {
    for (const href of [undefined, null, 5, {}, [], new URL(BASE)]) {
      expect(classifyUrl(href as string, BASE)).toEqual({ kind: 'refused', reason: 'empty' });
    }
  });

  it('does not treat credentials of the base as part of the address', () => {
    expect(classifyUrl('/a', 'https://user:secret@app.example/b')).toEqual({
      kind: 'internal',
      url: 'https://app.example/a',
      path: '/a',
    });
  });

  it('refuses a base that is no http(s) address', () => {
    for (const base of ['about:blank', 'data:text/html,x', 'not an address', '']) {
      expect(classifyUrl('/a', base)).toEqual({ kind: 'refused', reason: 'base' });
    }
  });

  it('answers a hostile megabyte, which a pattern that backtracks would not in the time of a test', () => {
    expect(classifyUrl(`https:${'/'.repeat(1_000_000)}`, BASE).kind).toBe('refused');
    expect(classifyUrl(`${'a'.repeat(1_000_000)}!:`, BASE).kind).toBe('internal');
    expect(classifyUrl(`/${'../'.repeat(100_000)}`, BASE).kind).toBe('internal');
  });
});

describe('classifyUrl, for each state of the URL parser and each class of code points', () => {
  const generated = generateUrlVectors();
  const judge = (input: string, base: string): string => {
    const verdict = classifyUrl(input, base);
    if (verdict.kind === 'refused') return verdict.reason;
    const isOurs = verdict.kind !== 'external';
    return isOurs ? `ours ${verdict.url.replace(/[?#]+$/, '')}` : `external ${verdict.url}`;
  };

  it('judges as the platform parses', () => {
    expect(generated.length).toBeGreaterThan(3_000);
    expect(findMisjudged(generated, judge)).toEqual([]);
  });

  it('control: a gate that reads the text misjudges hundreds', () => {
    const byText = (input: string, base: string): string =>
      input.startsWith('/') ? `ours ${new URL(base).origin}${input}` : judge(input, base);
    expect(findMisjudged(generated, byText).length).toBeGreaterThan(300);
  });

  // For example web-platform-tests' url/resources/urltestdata.json, which is not part of this repository.
  const file = process.env.ADIT_URL_TEST_DATA;
  if (file !== undefined) {
    it('judges the vectors of the given urltestdata.json', () => {
      const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly (string | UrlVector)[];
      const vectors = rows.filter((row) => typeof row !== 'string');
      expect(vectors.length).toBeGreaterThan(500);
      expect(findMisjudged(vectors, judge)).toEqual([]);
    });
  }
});
