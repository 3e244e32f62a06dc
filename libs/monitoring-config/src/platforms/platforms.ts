import { readVariable, type EnvironmentRecord } from '../variables.ts';

/** A service that hosts, builds or orchestrates applications. */
export type Platform =
  | 'vercel'
  | 'netlify'
  | 'cloudflare-pages'
  | 'cloudflare-workers'
  | 'amplify'
  | 'render'
  | 'railway'
  | 'fly'
  | 'heroku'
  | 'github-actions'
  | 'gitlab-ci'
  | 'kubernetes';

/** How to recognise a platform and read its variables. */
export interface PlatformRow {
  readonly platform: Platform;
  /** The environment's prefix, without the hyphen. */
  readonly prefix: string;
  /** Whether the platform has set the variables. */
  readonly isRecognised: (env: EnvironmentRecord) => boolean;
  /** The environment without its prefix; `undefined` if the platform names none. */
  readonly readEnvironment: (env: EnvironmentRecord) => string | undefined;
  /** Variables that hold the full SHA of the commit, the best one first. */
  readonly commits: readonly string[];
}

type Reader = (env: EnvironmentRecord) => string | undefined;

const firstOf =
  (...names: string[]): Reader =>
  (env) =>
    readVariable(env, names)?.value;

const nothing: Reader = () => undefined;

const hasAny =
  (...names: string[]) =>
  (env: EnvironmentRecord): boolean =>
    readVariable(env, names) !== undefined;

const is =
  (name: string, value: string) =>
  (env: EnvironmentRecord): boolean =>
    readVariable(env, [name])?.value === value;

// Other tools set `CONTEXT` too, also to `production` and `dev`. Only Netlify uses these values.
const NETLIFY_CONTEXTS = new Set(['deploy-preview', 'branch-deploy', 'preview-server']);

const isNetlify = (env: EnvironmentRecord): boolean =>
  is('NETLIFY', 'true')(env) || NETLIFY_CONTEXTS.has(firstOf('CONTEXT')(env) ?? '');

/** The namespace of pods for which none was chosen; it does not name an environment. */
const DEFAULT_NAMESPACE = 'default';

/**
 * One row for each platform, with its documentation. The order matters: hosting, continuous integration, orchestrator. The first
 * row that recognises the variables decides alone. For a platform without environments, the name of the deployment is used.
 */
export const PLATFORMS: readonly PlatformRow[] = [
  {
    platform: 'vercel',
    prefix: 'vercel',
    // https://vercel.com/docs/environment-variables/system-environment-variables
    // https://vercel.com/docs/environment-variables/framework-environment-variables
    isRecognised: (env) => is('VERCEL', '1')(env) || hasAny('VERCEL_ENV', 'NEXT_PUBLIC_VERCEL_ENV')(env),
    // The target names custom environments too; `VERCEL_ENV` calls those `preview`.
    readEnvironment: firstOf(
      'VERCEL_TARGET_ENV',
      'NEXT_PUBLIC_VERCEL_TARGET_ENV',
      'VERCEL_ENV',
      'NEXT_PUBLIC_VERCEL_ENV',
    ),
    commits: ['VERCEL_GIT_COMMIT_SHA', 'NEXT_PUBLIC_VERCEL_GIT_COMMIT_SHA'],
  },
  {
    platform: 'netlify',
    prefix: 'netlify',
    // https://docs.netlify.com/build/configure-builds/environment-variables/#read-only-variables
    isRecognised: isNetlify,
    readEnvironment: firstOf('CONTEXT'),
    commits: ['COMMIT_REF'],
  },
  {
    platform: 'cloudflare-pages',
    prefix: 'cloudflare',
    // https://developers.cloudflare.com/pages/configuration/build-configuration/#environment-variables
    isRecognised: (env) => is('CF_PAGES', '1')(env) || hasAny('CF_PAGES_BRANCH')(env),
    readEnvironment: firstOf('CLOUDFLARE_ENV', 'CF_PAGES_BRANCH'),
    commits: ['CF_PAGES_COMMIT_SHA'],
  },
  {
    platform: 'cloudflare-workers',
    prefix: 'cloudflare',
    // https://developers.cloudflare.com/workers/ci-cd/builds/configuration/#environment-variables
    // https://developers.cloudflare.com/changelog/2025-11-09-cloudflare-env-variable/
    isRecognised: (env) => is('WORKERS_CI', '1')(env) || hasAny('WORKERS_CI_BRANCH', 'CLOUDFLARE_ENV')(env),
    readEnvironment: firstOf('CLOUDFLARE_ENV', 'WORKERS_CI_BRANCH'),
    commits: ['WORKERS_CI_COMMIT_SHA'],
  },
  {
    platform: 'amplify',
    prefix: 'amplify',
    // https://docs.aws.amazon.com/amplify/latest/userguide/environment-variables.html
    isRecognised: hasAny('AWS_BRANCH'),
    readEnvironment: firstOf('AWS_BRANCH'),
    // `HEAD` when a build runs again; values that are not a SHA are ignored.
    commits: ['AWS_COMMIT_ID'],
  },
  {
    platform: 'render',
    prefix: 'render',
    // https://render.com/docs/environment-variables
    isRecognised: is('RENDER', 'true'),
    readEnvironment: (env) => (is('IS_PULL_REQUEST', 'true')(env) ? 'preview' : 'production'),
    commits: ['RENDER_GIT_COMMIT'],
  },
  {
    platform: 'railway',
    prefix: 'railway',
    // https://docs.railway.com/reference/variables#railway-provided-variables
    isRecognised: hasAny('RAILWAY_ENVIRONMENT_NAME'),
    readEnvironment: firstOf('RAILWAY_ENVIRONMENT_NAME'),
    commits: ['RAILWAY_GIT_COMMIT_SHA'],
  },
  {
    platform: 'fly',
    prefix: 'fly',
    // https://fly.io/docs/machines/runtime-environment/
    isRecognised: hasAny('FLY_APP_NAME'),
    readEnvironment: firstOf('FLY_APP_NAME'),
    // Fly sets an image reference and a machine version, and no commit.
    commits: [],
  },
  {
    platform: 'heroku',
    prefix: 'heroku',
    // https://devcenter.heroku.com/articles/dyno-metadata
    // https://devcenter.heroku.com/articles/buildpack-api
    isRecognised: hasAny('HEROKU_APP_NAME'),
    readEnvironment: firstOf('HEROKU_APP_NAME'),
    // HEROKU_SLUG_COMMIT stays at the last `git push` when a pipeline deploys (github.com/getsentry/sentry-ruby/issues/563).
    commits: ['HEROKU_BUILD_COMMIT', 'HEROKU_SLUG_COMMIT', 'SOURCE_VERSION'],
  },
  {
    platform: 'github-actions',
    prefix: 'github',
    // https://docs.github.com/en/actions/reference/workflows-and-actions/variables
    isRecognised: is('GITHUB_ACTIONS', 'true'),
    // No default variable names the environment of a job.
    readEnvironment: nothing,
    commits: ['GITHUB_SHA'],
  },
  {
    platform: 'gitlab-ci',
    prefix: 'gitlab',
    // https://docs.gitlab.com/ci/variables/predefined_variables/
    isRecognised: is('GITLAB_CI', 'true'),
    // Set only for jobs with `environment:name`.
    readEnvironment: firstOf('CI_ENVIRONMENT_NAME'),
    commits: ['CI_COMMIT_SHA'],
  },
  {
    platform: 'kubernetes',
    prefix: 'kubernetes',
    // A manifest chooses the name of the variable. Kubernetes' own examples use `MY_POD_NAMESPACE`.
    // https://kubernetes.io/docs/tasks/inject-data-application/environment-variable-expose-pod-information/
    // https://kubernetes.io/docs/concepts/workloads/pods/downward-api/
    // https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
    isRecognised: hasAny('KUBERNETES_SERVICE_HOST'),
    readEnvironment: (env) => {
      const namespace = firstOf('POD_NAMESPACE', 'MY_POD_NAMESPACE')(env);
      return namespace === DEFAULT_NAMESPACE ? undefined : namespace;
    },
    commits: [],
  },
];

/** Returns the first row that recognises the variables. */
export function findPlatform(env: EnvironmentRecord): PlatformRow | undefined {
  return PLATFORMS.find(({ isRecognised }) => isRecognised(env));
}
