/**
 * The anchor of a heading, as GitHub generates it, so that links to headings work both on the site and in the
 * repository.
 */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
