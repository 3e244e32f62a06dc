import { readFileSync } from 'node:fs';

const { vectors } = JSON.parse(
  readFileSync(new URL('../../../../libs/router/testing/url-vectors.json', import.meta.url), 'utf8'),
) as { readonly vectors: Readonly<Record<string, readonly (readonly [href: string, verdict: string])[]>> };

/** The addresses with this verdict. */
export const judged = (verdict: RegExp): readonly string[] =>
  Object.values(vectors)
    .flat()
    .filter(([, text]) => verdict.test(text))
    .map(([href]) => href)
    // The vectors are for an https page: `http:host` is relative on an http page, such as this site's.
    .filter((href) => !/^http:(?!\/\/)/.test(href));
