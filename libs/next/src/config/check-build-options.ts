import { BUILD_OPTIONS } from '@adit/common/adit-options';

/**
 * Checks the names of the options of `withAdit`.
 * @throws TypeError in one line for the first name that is not accepted
 */
export function checkBuildOptions(options: object): void {
  const wrong = Object.keys(options).find((name) => !BUILD_OPTIONS.includes(name));
  if (wrong === undefined) return;
  throw new TypeError(`withAdit: ${wrong} is not an option; accepted: ${BUILD_OPTIONS.join(', ')}`);
}
