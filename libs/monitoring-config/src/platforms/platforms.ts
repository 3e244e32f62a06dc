import { readVariable, type EnvironmentRecord } from '../variables.ts';

/** Where an application is hosted, built or orchestrated. */
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

/** What a platform does for an application; hosting is asked first, an orchestrator last. */
export type PlatformKind = 'hosting' | 'ci' | 'orchestrator';

/** How one platform is recognised and what its variables say. */
export interface PlatformRow {
  readonly platform: Platform;
  readonly kind: PlatformKind;
  /** What the environment is prefixed with, followed by a hyphen. */
  readonly prefix: string;
  /** Where the variables are documented. */
  readonly sources: readonly [string, ...string[]];
  /** Whether the variables say that this is the platform. */
  readonly isRecognised: (env: EnvironmentRecord) => boolean;
  /** The environment without its prefix; `undefined` where the platform names none. */
  readonly readEnvironment: (env: EnvironmentRecord) => string | undefined;
  /** Variables that hold the full SHA of the commit, the best one first. */
  readonly commits: readonly string[];
  /** Variables that hold the address of this deployment, with or without its scheme. */
  readonly deployUrls: readonly string[];
  readonly readRegion: (env: EnvironmentRecord) => string | undefined;
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

// `CONTEXT` is a name anybody may use, and `production` and `dev` are words anybody may put there. These are Netlify's alone.
const NETLIFY_CONTEXTS = new Set(['deploy-preview', 'branch-deploy', 'preview-server']);

const isNetlify = (env: EnvironmentRecord): boolean =>
  is('NETLIFY', 'true')(env) || NETLIFY_CONTEXTS.has(firstOf('CONTEXT')(env) ?? '');

/** Every pod is in a namespace, and this one only says that nobody chose any. */
const DEFAULT_NAMESPACE = 'default';

// `arn:aws:amplify:us-west-2:123456789012:apps/…`; Amplify's own page writes the first two parts the other way round.
const AMPLIFY_ARN_REGION = /:amplify:([a-z]{2}(?:-[a-z]+)+-\d{1,2}):/;

/**
 * One row for each platform, in the order in which they are asked: hosting, continuous integration, orchestrator. The first
 * that is recognised answers alone, so that no answer is put together from two places. A platform without a notion of
 * environments answers with what tells its deployments apart.
 */
export const PLATFORMS: readonly PlatformRow[] = [
  {
    platform: 'vercel',
    kind: 'hosting',
    prefix: 'vercel',
    sources: [
      'https://vercel.com/docs/environment-variables/system-environment-variables',
      'https://vercel.com/docs/environment-variables/framework-environment-variables',
    ],
    isRecognised: (env) => is('VERCEL', '1')(env) || hasAny('VERCEL_ENV', 'NEXT_PUBLIC_VERCEL_ENV')(env),
    // The target is the environment, or the name of a custom one, which the other calls a preview.
    readEnvironment: firstOf(
      'VERCEL_TARGET_ENV',
      'NEXT_PUBLIC_VERCEL_TARGET_ENV',
      'VERCEL_ENV',
      'NEXT_PUBLIC_VERCEL_ENV',
    ),
    commits: ['VERCEL_GIT_COMMIT_SHA', 'NEXT_PUBLIC_VERCEL_GIT_COMMIT_SHA'],
    deployUrls: ['VERCEL_URL', 'NEXT_PUBLIC_VERCEL_URL'],
    readRegion: firstOf('VERCEL_REGION'),
  },
  {
    platform: 'netlify',
    kind: 'hosting',
    prefix: 'netlify',
    sources: ['https://docs.netlify.com/build/configure-builds/environment-variables/#read-only-variables'],
    isRecognised: isNetlify,
    readEnvironment: firstOf('CONTEXT'),
    commits: ['COMMIT_REF'],
    deployUrls: ['DEPLOY_URL', 'DEPLOY_PRIME_URL'],
    readRegion: nothing,
  },
  {
    platform: 'cloudflare-pages',
    kind: 'hosting',
    prefix: 'cloudflare',
    sources: [
      'https://developers.cloudflare.com/pages/configuration/build-configuration/#environment-variables',
    ],
    isRecognised: (env) => is('CF_PAGES', '1')(env) || hasAny('CF_PAGES_BRANCH')(env),
    readEnvironment: firstOf('CLOUDFLARE_ENV', 'CF_PAGES_BRANCH'),
    commits: ['CF_PAGES_COMMIT_SHA'],
    deployUrls: ['CF_PAGES_URL'],
    readRegion: nothing,
  },
  {
    platform: 'cloudflare-workers',
    kind: 'hosting',
    prefix: 'cloudflare',
    sources: [
      'https://developers.cloudflare.com/workers/ci-cd/builds/configuration/#environment-variables',
      'https://developers.cloudflare.com/changelog/2025-11-09-cloudflare-env-variable/',
    ],
    isRecognised: (env) => is('WORKERS_CI', '1')(env) || hasAny('WORKERS_CI_BRANCH', 'CLOUDFLARE_ENV')(env),
    readEnvironment: firstOf('CLOUDFLARE_ENV', 'WORKERS_CI_BRANCH'),
    commits: ['WORKERS_CI_COMMIT_SHA'],
    deployUrls: [],
    readRegion: nothing,
  },
  {
    platform: 'amplify',
    kind: 'hosting',
    prefix: 'amplify',
    sources: ['https://docs.aws.amazon.com/amplify/latest/userguide/environment-variables.html'],
    isRecognised: hasAny('AWS_BRANCH'),
    readEnvironment: firstOf('AWS_BRANCH'),
    // `HEAD` when a build is run again; what is no SHA is passed over.
    commits: ['AWS_COMMIT_ID'],
    deployUrls: [],
    readRegion: (env) => AMPLIFY_ARN_REGION.exec(firstOf('AWS_BRANCH_ARN')(env) ?? '')?.[1],
  },
  {
    platform: 'render',
    kind: 'hosting',
    prefix: 'render',
    sources: ['https://render.com/docs/environment-variables'],
    isRecognised: is('RENDER', 'true'),
    readEnvironment: (env) => (is('IS_PULL_REQUEST', 'true')(env) ? 'preview' : 'production'),
    commits: ['RENDER_GIT_COMMIT'],
    deployUrls: ['RENDER_EXTERNAL_URL'],
    readRegion: nothing,
  },
  {
    platform: 'railway',
    kind: 'hosting',
    prefix: 'railway',
    sources: ['https://docs.railway.com/reference/variables#railway-provided-variables'],
    isRecognised: hasAny('RAILWAY_ENVIRONMENT_NAME'),
    readEnvironment: firstOf('RAILWAY_ENVIRONMENT_NAME'),
    commits: ['RAILWAY_GIT_COMMIT_SHA'],
    deployUrls: ['RAILWAY_PUBLIC_DOMAIN'],
    readRegion: firstOf('RAILWAY_REPLICA_REGION'),
  },
  {
    platform: 'fly',
    kind: 'hosting',
    prefix: 'fly',
    sources: ['https://fly.io/docs/machines/runtime-environment/'],
    isRecognised: hasAny('FLY_APP_NAME'),
    readEnvironment: firstOf('FLY_APP_NAME'),
    // An image reference and a machine version are all there is; neither is a commit.
    commits: [],
    deployUrls: [],
    readRegion: firstOf('FLY_REGION'),
  },
  {
    platform: 'heroku',
    kind: 'hosting',
    prefix: 'heroku',
    sources: [
      'https://devcenter.heroku.com/articles/dyno-metadata',
      'https://devcenter.heroku.com/articles/buildpack-api',
    ],
    isRecognised: hasAny('HEROKU_APP_NAME'),
    readEnvironment: firstOf('HEROKU_APP_NAME'),
    // The slug's stays at the last `git push` when a pipeline deploys (github.com/getsentry/sentry-ruby/issues/563).
    commits: ['HEROKU_BUILD_COMMIT', 'HEROKU_SLUG_COMMIT', 'SOURCE_VERSION'],
    deployUrls: ['HEROKU_APP_DEFAULT_DOMAIN_NAME'],
    readRegion: nothing,
  },
  {
    platform: 'github-actions',
    kind: 'ci',
    prefix: 'github',
    sources: ['https://docs.github.com/en/actions/reference/workflows-and-actions/variables'],
    isRecognised: is('GITHUB_ACTIONS', 'true'),
    // No default variable names the environment of a job, and a build there may be of any.
    readEnvironment: nothing,
    commits: ['GITHUB_SHA'],
    deployUrls: [],
    readRegion: nothing,
  },
  {
    platform: 'gitlab-ci',
    kind: 'ci',
    prefix: 'gitlab',
    sources: ['https://docs.gitlab.com/ci/variables/predefined_variables/'],
    isRecognised: is('GITLAB_CI', 'true'),
    // Set for jobs with `environment:name` alone.
    readEnvironment: firstOf('CI_ENVIRONMENT_NAME'),
    commits: ['CI_COMMIT_SHA'],
    deployUrls: ['CI_ENVIRONMENT_URL'],
    readRegion: nothing,
  },
  {
    platform: 'kubernetes',
    kind: 'orchestrator',
    prefix: 'kubernetes',
    // The manifest names what the downward API hands in. `MY_POD_NAMESPACE` is what the first page calls it; for the region
    // there is no usual name.
    sources: [
      'https://kubernetes.io/docs/tasks/inject-data-application/environment-variable-expose-pod-information/',
      'https://kubernetes.io/docs/concepts/workloads/pods/downward-api/',
      'https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables',
    ],
    isRecognised: hasAny('KUBERNETES_SERVICE_HOST'),
    readEnvironment: (env) => {
      const namespace = firstOf('POD_NAMESPACE', 'MY_POD_NAMESPACE')(env);
      return namespace === DEFAULT_NAMESPACE ? undefined : namespace;
    },
    commits: [],
    deployUrls: [],
    readRegion: firstOf('POD_REGION'),
  },
];

/** The platform these variables were set by: the first row that recognises them. */
export function findPlatform(env: EnvironmentRecord): PlatformRow | undefined {
  return PLATFORMS.find(({ isRecognised }) => isRecognised(env));
}
