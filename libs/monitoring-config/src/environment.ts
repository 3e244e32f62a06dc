import { MonitoringConfigError } from './config-error.ts';
import { findPlatform } from './platforms/platforms.ts';
import { readVariable, type EnvironmentRecord } from './variables.ts';

/** How the environment is derived. */
export interface EnvironmentOptions {
  /** The environment, used without a prefix. Default: from the variables. */
  environment?: string | undefined;
  /** Whether a platform's environment has the platform's name as a prefix, as in `vercel-preview`. Default `true`. */
  prefix?: boolean | undefined;
}

const DEFAULT_ENVIRONMENT = 'production';

const EXPLICIT_VARIABLES = ['SENTRY_ENVIRONMENT', 'NEXT_PUBLIC_SENTRY_ENVIRONMENT'] as const;

const ACCEPTED =
  'up to 64 characters without spaces, line breaks or slashes, other than "None" (https://docs.sentry.io/concepts/key-terms/environments/)';
const MAX_LENGTH = 64;
const ENVIRONMENT_NAME = /^[^\s/]{1,64}$/;

/**
 * Returns the environment: the given one, else `SENTRY_ENVIRONMENT`, else the platform's with a prefix, else `production`.
 * @throws {MonitoringConfigError} if Sentry does not accept a given name.
 */
export function deriveEnvironment(
  env: EnvironmentRecord,
  { environment, prefix = true }: EnvironmentOptions = {},
): string {
  const explicit = environment?.trim()
    ? { name: 'environment', value: environment.trim() }
    : readVariable(env, EXPLICIT_VARIABLES);
  if (explicit !== undefined) {
    const valid = ENVIRONMENT_NAME.test(explicit.value) && explicit.value !== 'None';
    if (!valid) throw new MonitoringConfigError(explicit.name, explicit.value, ACCEPTED);
    return explicit.value;
  }
  const platform = findPlatform(env);
  const name = platform?.readEnvironment(env);
  if (platform === undefined || name === undefined) return DEFAULT_ENVIRONMENT;
  return acceptable(prefix ? `${platform.prefix}-${name}` : name);
}

/** A branch name such as `feature/login` is not a mistake of the user, so it is changed instead of refused. */
function acceptable(name: string): string {
  return name.replace(/[\s/]+/g, '-').slice(0, MAX_LENGTH);
}
