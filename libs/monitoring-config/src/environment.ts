import { MonitoringConfigError } from './config-error.ts';
import { readVariable, type EnvironmentRecord } from './variables.ts';

/** Hosting platforms whose environment is recognised; each name is also the prefix. */
export type Platform =
  'vercel' | 'netlify' | 'cloudflare' | 'amplify' | 'render' | 'railway' | 'fly' | 'heroku';

/** How the environment is derived. */
export interface EnvironmentOptions {
  /** The environment itself; nothing is derived and no prefix is added. */
  environment?: string | undefined;
  /** Whether a platform's environment carries the platform's name, as in `vercel-preview`. Default `true`. */
  prefix?: boolean | undefined;
}

interface PlatformRow {
  readonly platform: Platform;
  readonly read: (env: EnvironmentRecord) => string | undefined;
  /** Where the variables are documented. */
  readonly source: string;
}

/** What an environment is called when nothing names one. */
const DEFAULT_ENVIRONMENT = 'production';

const EXPLICIT_VARIABLES = ['SENTRY_ENVIRONMENT', 'NEXT_PUBLIC_SENTRY_ENVIRONMENT'] as const;

// `CONTEXT` is a name anybody may use, so only the contexts Netlify documents count as Netlify's.
const NETLIFY_CONTEXTS = new Set(['production', 'deploy-preview', 'branch-deploy', 'preview-server', 'dev']);

const firstOf =
  (...names: string[]) =>
  (env: EnvironmentRecord): string | undefined =>
    readVariable(env, names)?.value;

/** One row for each platform. Those without a notion of environments answer with what tells their deployments apart. */
const PLATFORMS: readonly PlatformRow[] = [
  {
    platform: 'vercel',
    read: firstOf('VERCEL_ENV', 'NEXT_PUBLIC_VERCEL_ENV'),
    source: 'https://vercel.com/docs/environment-variables/system-environment-variables',
  },
  {
    platform: 'netlify',
    read: (env) => {
      const context = firstOf('CONTEXT')(env);
      return context !== undefined && NETLIFY_CONTEXTS.has(context) ? context : undefined;
    },
    source: 'https://docs.netlify.com/build/configure-builds/environment-variables/',
  },
  {
    platform: 'cloudflare',
    read: firstOf('CLOUDFLARE_ENV', 'CF_PAGES_BRANCH', 'WORKERS_CI_BRANCH'),
    source: 'https://developers.cloudflare.com/pages/configuration/build-configuration/',
  },
  {
    platform: 'amplify',
    read: firstOf('AWS_BRANCH'),
    source: 'https://docs.aws.amazon.com/amplify/latest/userguide/amplify-console-environment-variables.html',
  },
  {
    platform: 'render',
    read: (env) => {
      if (firstOf('RENDER')(env) === undefined) return undefined;
      return firstOf('IS_PULL_REQUEST')(env) === 'true' ? 'preview' : 'production';
    },
    source: 'https://render.com/docs/environment-variables',
  },
  {
    platform: 'railway',
    read: firstOf('RAILWAY_ENVIRONMENT_NAME'),
    source: 'https://docs.railway.com/reference/variables',
  },
  {
    platform: 'fly',
    read: firstOf('FLY_APP_NAME'),
    source: 'https://fly.io/docs/machines/runtime-environment/',
  },
  {
    platform: 'heroku',
    read: firstOf('HEROKU_APP_NAME'),
    source: 'https://devcenter.heroku.com/articles/dyno-metadata',
  },
];

const ACCEPTED =
  'up to 64 characters without spaces, line breaks or slashes, other than "None" (https://docs.sentry.io/concepts/key-terms/environments/)';
const MAX_LENGTH = 64;
const ENVIRONMENT_NAME = /^[^\s/]{1,64}$/;

/**
 * Names the environment: given, else `SENTRY_ENVIRONMENT`, else the hosting platform's with its prefix, else `production`.
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
  for (const { platform, read } of PLATFORMS) {
    const value = read(env);
    if (value !== undefined) return acceptable(prefix ? `${platform}-${value}` : value);
  }
  return DEFAULT_ENVIRONMENT;
}

/** A branch name such as `feature/login` comes from the platform, not from a mistake, so it is fitted instead of refused. */
function acceptable(name: string): string {
  return name.replace(/[\s/]+/g, '-').slice(0, MAX_LENGTH);
}
