import type { EnvironmentRecord } from '../src/variables.ts';
import type { Platform } from '../src/platforms/platforms.ts';

/** A full commit SHA. */
export const SHA = '0123456789abcdef0123456789abcdef01234567';
/** Another one, for variables that must not be read. */
export const OTHER_SHA = 'ffffffffffffffffffffffffffffffffffffffff';

/** The variables that a platform sets, from its documentation, and the values derived from them. */
export interface PlatformExample {
  readonly env: EnvironmentRecord;
  readonly environment: string;
  /** The environment without its prefix. */
  readonly unprefixed: string;
  /** `false` if it does not name the commit. */
  readonly hasRelease?: false;
  /** The part of `env` that is enough to recognise the platform. */
  readonly mark: EnvironmentRecord;
}

/** One example for each platform. */
export const PLATFORM_EXAMPLES: Readonly<Record<Platform, PlatformExample>> = {
  vercel: {
    env: {
      CI: '1',
      VERCEL: '1',
      VERCEL_ENV: 'preview',
      VERCEL_TARGET_ENV: 'preview',
      VERCEL_GIT_COMMIT_SHA: SHA,
    },
    environment: 'vercel-preview',
    unprefixed: 'preview',
    mark: { VERCEL: '1' },
  },
  netlify: {
    env: {
      CI: 'true',
      NETLIFY: 'true',
      CONTEXT: 'production',
      COMMIT_REF: SHA,
      DEPLOY_URL: 'https://5b243e66dd6a547b4fee73ae--petsof.netlify.app',
    },
    environment: 'netlify-production',
    unprefixed: 'production',
    mark: { NETLIFY: 'true' },
  },
  'cloudflare-pages': {
    env: {
      CI: 'true',
      CF_PAGES: '1',
      CF_PAGES_BRANCH: 'main',
      CF_PAGES_COMMIT_SHA: SHA,
    },
    environment: 'cloudflare-main',
    unprefixed: 'main',
    mark: { CF_PAGES: '1' },
  },
  'cloudflare-workers': {
    env: {
      CI: 'true',
      WORKERS_CI: '1',
      WORKERS_CI_BRANCH: 'feature/login',
      WORKERS_CI_COMMIT_SHA: SHA,
    },
    environment: 'cloudflare-feature-login',
    unprefixed: 'feature-login',
    mark: { WORKERS_CI: '1' },
  },
  amplify: {
    env: {
      AWS_APP_ID: 'abcd1234',
      AWS_BRANCH: 'main',
      AWS_COMMIT_ID: SHA,
    },
    environment: 'amplify-main',
    unprefixed: 'main',
    mark: { AWS_BRANCH: 'main' },
  },
  render: {
    env: {
      RENDER: 'true',
      IS_PULL_REQUEST: 'true',
      RENDER_GIT_COMMIT: SHA,
    },
    environment: 'render-preview',
    unprefixed: 'preview',
    mark: { RENDER: 'true' },
  },
  railway: {
    env: {
      RAILWAY_ENVIRONMENT_NAME: 'staging',
      RAILWAY_GIT_COMMIT_SHA: SHA,
    },
    environment: 'railway-staging',
    unprefixed: 'staging',
    mark: { RAILWAY_ENVIRONMENT_NAME: 'staging' },
  },
  fly: {
    env: {
      FLY_APP_NAME: 'shop-staging',
      FLY_IMAGE_REF: 'registry.fly.io/shop-staging:deployment-01H9RK9EYO9PGNBYAKGXSHV0PH',
    },
    environment: 'fly-shop-staging',
    hasRelease: false,
    unprefixed: 'shop-staging',
    mark: { FLY_APP_NAME: 'shop-staging' },
  },
  heroku: {
    env: {
      HEROKU_APP_NAME: 'shop-pr-12',
      HEROKU_BUILD_COMMIT: SHA,
      HEROKU_SLUG_COMMIT: OTHER_SHA,
      HEROKU_RELEASE_VERSION: 'v42',
    },
    environment: 'heroku-shop-pr-12',
    unprefixed: 'shop-pr-12',
    mark: { HEROKU_APP_NAME: 'shop-pr-12' },
  },
  'github-actions': {
    env: { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_SHA: SHA, GITHUB_REF_NAME: 'main' },
    environment: 'production',
    unprefixed: 'production',
    mark: { GITHUB_ACTIONS: 'true' },
  },
  'gitlab-ci': {
    env: {
      CI: 'true',
      GITLAB_CI: 'true',
      CI_ENVIRONMENT_NAME: 'review/feature-1',
      CI_COMMIT_SHA: SHA,
      CI_COMMIT_SHORT_SHA: SHA.slice(0, 8),
    },
    environment: 'gitlab-review-feature-1',
    unprefixed: 'review-feature-1',
    mark: { GITLAB_CI: 'true' },
  },
  kubernetes: {
    env: {
      KUBERNETES_SERVICE_HOST: '10.96.0.1',
      POD_NAMESPACE: 'shop-staging',
    },
    environment: 'kubernetes-shop-staging',
    hasRelease: false,
    unprefixed: 'shop-staging',
    mark: { KUBERNETES_SERVICE_HOST: '10.96.0.1' },
  },
};
