import { intersects, validRange } from 'semver';
import type { Application } from './repository.ts';

/**
 * Whether two ranges have a version in common, pre-releases included; `undefined` if one is no range of versions, such as
 * a tag or a link.
 */
export const rangesMeet = (one: string, other: string): boolean | undefined =>
  [one, other].some((range) => validRange(range) === null)
    ? undefined
    : intersects(one, other, { includePrerelease: true });

/** Whether an application has a version of Next before this one. A range that also has later ones, or is none, does not count. */
export const isNextBefore = ({ next }: Pick<Application, 'next'>, version: string): boolean =>
  next !== undefined && rangesMeet(next, `>=${version}`) === false;
