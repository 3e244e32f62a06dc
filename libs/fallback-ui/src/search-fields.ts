import type { ScreenDescription } from './describe-screen.ts';

/**
 * The parameters in the address of a search, as hidden fields: a form sent by GET drops the query of its address (HTML,
 * "mutate action URL"). A parameter with the name of the search field is left out.
 */
export function searchFields({ href, name }: NonNullable<ScreenDescription['search']>): [string, string][] {
  return [...new URLSearchParams(href.replace(/^[^?#]*|#.*/g, ''))].filter(([key]) => key !== name);
}
