import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sanitizeReturnPath } from './return-path.ts';

const { vectors: urlVectors } = JSON.parse(
  readFileSync(join(__dirname, '../../testing/url-vectors.json'), 'utf8'),
) as { readonly vectors: Readonly<Record<string, readonly (readonly [href: string, verdict: string])[]>> };
const { base, signInPath, vectors } = JSON.parse(
  readFileSync(join(__dirname, '../../testing/return-path-vectors.json'), 'utf8'),
) as {
  readonly base: string;
  readonly signInPath: readonly string[];
  readonly vectors: Readonly<Record<string, readonly (readonly [path: string, sanitized: string | null])[]>>;
};

const back = (path: string | null | undefined): string | undefined =>
  sanitizeReturnPath(path, { base, signInPath });

describe('sanitizeReturnPath', () => {
  it.each(Object.values(vectors).flat())('makes of %j: %j', (path, sanitized) => {
    expect(back(path)).toBe(sanitized ?? undefined);
  });

  it('takes nothing for nowhere', () => {
    expect([back(null), back(undefined), back('')]).toEqual([undefined, undefined, undefined]);
  });

  it('lets nothing leave the site that the URL vectors know of, whatever it is resolved against', () => {
    const hrefs = Object.values(urlVectors).flatMap((group) => group.map(([href]) => href));
    const paths = hrefs.map(back).filter((path) => path !== undefined);
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      expect(path).toMatch(/^\/(?!\/)/);
      expect(new URL(path, base).origin).toBe(new URL(base).origin);
    }
  });

  it('control: resolving the path without the gate leads away, or to a script', () => {
    const refused = Object.values(urlVectors)
      .flat()
      .filter(([href]) => back(href) === undefined);
    const away = refused.filter(
      ([href]) => URL.canParse(href, base) && new URL(href, base).origin !== new URL(base).origin,
    );
    expect(away.length).toBeGreaterThan(100);
  });

  it('returns a path that it has returned before unchanged', () => {
    for (const [path] of Object.values(vectors).flat()) {
      const once = back(path);
      if (once !== undefined) expect(back(once)).toBe(once);
    }
  });

  it('refuses what is too long, before and after its escapes, rather than lead to another page', () => {
    expect(back(`/${'a'.repeat(1_999)}`)).toHaveLength(2_000);
    expect(back(`/${'a'.repeat(2_000)}`)).toBeUndefined();
    expect(back(`/${'ü'.repeat(400)}`)).toBeUndefined();
    expect(sanitizeReturnPath('/orders', { signInPath: '/sign-in', maxLength: 6 })).toBeUndefined();
    expect(back(`/${'a'.repeat(10_000_000)}`)).toBeUndefined();
  });

  it('needs no address of its own to judge a path, and then takes no whole address', () => {
    expect(sanitizeReturnPath('/orders?page=2', { signInPath: '/sign-in' })).toBe('/orders?page=2');
    expect(sanitizeReturnPath('https://app.example/orders', { signInPath: '/sign-in' })).toBeUndefined();
    expect(sanitizeReturnPath('/sign-in', { signInPath: '/sign-in' })).toBeUndefined();
  });
});
