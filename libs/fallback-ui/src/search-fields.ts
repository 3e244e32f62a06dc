import type { ScreenDescription } from './describe-screen.ts';

/**
 * The parameters in the address of a search, as hidden fields of its form: a form that is sent by GET drops the query of
 * its address (HTML, "mutate action URL"). One with the name of the field itself gives way to what is typed.
 */
export function searchFields({ href, name }: NonNullable<ScreenDescription['search']>): [string, string][] {
  return [...new URLSearchParams(href.replace(/^[^?#]*|#.*/g, ''))].filter(([key]) => key !== name);
}
