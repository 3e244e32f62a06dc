import { isProduction } from './is-production.ts';

describe(isProduction, () => {
  it.each([
    ['production', 'the default'],
    ['Production', 'names are not told apart by case'],
    ['prod', 'short'],
    ['prd', 'shorter'],
    ['live', 'the other word for it'],
    ['prod2', 'one of several'],
    ['vercel-production', 'Vercel'],
    ['netlify-production', 'Netlify'],
    ['render-production', 'Render'],
    ['railway-production', 'Railway'],
    ['heroku-shop-prod', 'an application on Heroku'],
    ['fly-shop-production', 'an application on Fly'],
    ['prod-eu', 'a region behind'],
    ['eu-west-production', 'a region of two words before'],
    ['production-us-east-1', 'a region with a number'],
    ['prod_eu', 'underscores'],
    ['shop.prod.eu', 'dots'],
    ['productionEU', 'capitals'],
    ['production-canary', 'a canary serves real visitors'],
    ['canary-production', 'the same the other way round'],
    ['production-beta', 'a beta serves real visitors'],
    ['production-blue', 'blue serves real visitors when green does not'],
    ['k8s-prod-a', 'a cluster'],
    ['live-eu', 'a region'],
  ])('treats %s as production: %s', (name) => {
    expect(isProduction(name)).toBe(true);
  });

  it.each([
    ['non-production', 'it says so'],
    ['nonprod', 'one word that says so'],
    ['nonProduction', 'the same with a capital'],
    ['not-prod', 'it says so'],
    ['preprod', 'comes before'],
    ['pre-production', 'comes before'],
    ['pre_prod', 'comes before'],
    ['staging', 'staging'],
    ['staging-production-like', 'staging that is like production'],
    ['production-like', 'like production'],
    ['production-mirror', 'a copy of the traffic'],
    ['prod-clone', 'a copy of the data'],
    ['vercel-preview', 'Vercel'],
    ['vercel-development', 'Vercel'],
    ['netlify-deploy-preview', 'Netlify'],
    ['render-preview', 'Render'],
    ['heroku-shop-pr-12', 'a pull request'],
    ['production-preview', 'a preview built as production'],
    ['uat-prod', 'acceptance tests'],
    ['load-test-production', 'a load test'],
    ['prod-sandbox', 'a sandbox'],
    ['demo-live', 'a demonstration'],
    ['local-production', 'a build for production on the machine of a developer'],
    ['development', 'development'],
    ['test', 'tests'],
    ['product', 'a word that only begins alike'],
    ['products-api', 'the same'],
    ['reproduction', 'a word that only ends alike'],
    ['delivery', 'a word that only holds it'],
    ['cloudflare-main', 'a branch: the platform does not say which one is production'],
    ['canary', 'a canary of what is not said'],
    ['eu-west-1', 'a region alone'],
  ])('does not treat %s as production: %s', (name) => {
    expect(isProduction(name)).toBe(false);
  });
});
