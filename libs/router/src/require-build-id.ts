import { refuseOption } from './refuse-option.ts';

/**
 * Throws unless `buildId` is a non-empty text. In JavaScript, a variable that was not set arrives here as `undefined`.
 */
export function requireBuildId(buildId: string): void {
  if (typeof buildId !== 'string' || !buildId) refuseOption('buildId', buildId, 'the name of a build');
}
