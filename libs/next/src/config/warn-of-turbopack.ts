/** Set in the environment, which the processes of a command share: each of them loads the configuration. */
const SAID = 'ADIT_SAID_TURBOPACK';

/**
 * Writes a line, once for a command, if a Next before 15.3 compiles with Turbopack, as `next dev --turbo` does. Next
 * records that in `TURBOPACK`.
 */
export function warnOfTurbopack(env: NodeJS.ProcessEnv): void {
  if (!env['TURBOPACK'] || env[SAID]) return;
  env[SAID] = '1';
  // eslint-disable-next-line no-console -- a line of the command's output
  console.warn(
    'Adit: Off: errors of browsers (Turbopack compiles the start in the browser since Next 15.3; leave --turbo out, or install next@^15.3).',
  );
}
