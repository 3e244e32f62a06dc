import type { ReadableFiles } from '../files.ts';
import type { Application } from './repository.ts';
import { DEFAULT_PAGE_EXTENSIONS } from './page-extensions.ts';
import { findScripts } from './scripts.ts';

/** The endings by which Next finds files of its conventions. */
type Extensions = Pick<Application, 'pageExtensions'>;

/**
 * The convention that a file is named after, such as `error` for `app/error.tsx`, and whether Next finds it: with
 * `pageExtensions: ['page.tsx']`, it ignores `error.tsx` and finds `error.page.tsx`. `undefined` for a file with
 * another name.
 */
export function conventionOf(
  path: string,
  { pageExtensions }: Extensions,
): { readonly name: string; readonly isTaken: boolean } | undefined {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const known = [...new Set([...pageExtensions, ...DEFAULT_PAGE_EXTENSIONS])];
  for (const extension of known) {
    const name = base.slice(0, -extension.length - 1);
    if (name !== '' && base === `${name}.${extension}` && !name.includes('.'))
      return { name, isTaken: pageExtensions.includes(extension) };
  }
  return undefined;
}

/** Whether a file is named after a convention, even if Next ignores it. */
export const isNamed = (path: string, name: RegExp | string, extensions: Extensions): boolean => {
  const convention = conventionOf(path, extensions)?.name;
  return convention !== undefined && (typeof name === 'string' ? convention === name : name.test(convention));
};

const SCREENS = ['tsx', 'jsx', 'js', 'ts'];
const CODE = ['ts', 'js', 'tsx', 'jsx'];

/**
 * The ending of a new convention file: the one of `pageExtensions` that fits its code best. A screen contains JSX, so
 * it gets `tsx` in TypeScript; in JavaScript, `beside` comes first.
 */
export function endingOf(
  { pageExtensions, language }: Pick<Application, 'pageExtensions' | 'language'>,
  kind: 'screen' | 'code',
  beside: 'js' | 'jsx' = 'jsx',
): string {
  const inScript = kind === 'code' ? ['js', 'jsx'] : [beside, 'js', 'jsx'];
  const wanted = language === 'ts' ? (kind === 'screen' ? SCREENS : CODE) : inScript;
  const fitting = wanted.flatMap((end) =>
    pageExtensions.filter((one) => one === end || one.endsWith(`.${end}`)),
  );
  return fitting[0] ?? wanted[0] ?? 'js';
}

/** The files of a convention in a folder and below: those that Next finds and, with `all`, those that it ignores. */
export const findConventions = (
  files: ReadableFiles,
  root: string,
  name: RegExp,
  extensions: Extensions,
  { all = false }: { readonly all?: boolean } = {},
): readonly string[] =>
  findScripts(files, root, { name: /./ }).filter((path) => {
    const convention = conventionOf(path, extensions);
    return convention !== undefined && name.test(convention.name) && (all || convention.isTaken);
  });

/** The name under which Next would find a file that it ignores: `error.page.tsx` for `error.tsx`. */
export function takenName(
  application: Pick<Application, 'pageExtensions' | 'language'>,
  path: string,
): string | undefined {
  const convention = conventionOf(path, application);
  if (convention === undefined || convention.isTaken) return undefined;
  const isScreen = !/^(?:route|instrumentation|proxy|middleware)$/.test(convention.name);
  return `${convention.name}.${endingOf(application, isScreen ? 'screen' : 'code')}`;
}
