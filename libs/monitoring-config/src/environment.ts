import { MonitoringConfigError } from './config-error.ts';
import { findPlatform } from './platforms/platforms.ts';
import { readVariable, type EnvironmentRecord } from './variables.ts';

export type { Platform } from './platforms/platforms.ts';

/** How the environment is derived. */
export interface EnvironmentOptions {
  /** The environment itself; nothing is derived and no prefix is added. */
  environment?: string | undefined;
  /** Whether a platform's environment carries the platform's name, as in `vercel-preview`. Default `true`. */
  prefix?: boolean | undefined;
}

/** What an environment is called when nothing names one. */
const DEFAULT_ENVIRONMENT = 'production';

const EXPLICIT_VARIABLES = ['SENTRY_ENVIRONMENT', 'NEXT_PUBLIC_SENTRY_ENVIRONMENT'] as const;

const ACCEPTED =
  'up to 64 characters without spaces, line breaks or slashes, other than "None" (https://docs.sentry.io/concepts/key-terms/environments/)';
const MAX_LENGTH = 64;
const ENVIRONMENT_NAME = /^[^\s/]{1,64}$/;

/**
 * Names the environment: given, else `SENTRY_ENVIRONMENT`, else what the platform calls it with its prefix (hosting before
 * continuous integration before Kubernetes), else `production`.
 * @throws {MonitoringConfigError} when a given name is none that Sentry accepts.
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

/** A branch name such as `feature/login` comes from the platform, not from a mistake, so it is fitted instead of refused. */
function acceptable(name: string): string {
  return name.replace(/[\s/]+/g, '-').slice(0, MAX_LENGTH);
}
