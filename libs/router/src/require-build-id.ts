import { refuseOption } from './refuse-option.ts';

/** Refuses a `buildId` that is no text, or empty; in JavaScript a variable that was not set gets here as `undefined`. */
export function requireBuildId(buildId: string): void {
  if (typeof buildId !== 'string' || !buildId) refuseOption('buildId', buildId, 'the name of a build');
}
