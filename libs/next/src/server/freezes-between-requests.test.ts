/** @jest-environment node */
import { freezesBetweenRequests } from './freezes-between-requests.ts';

it.each<[string, Record<string, string>, string | undefined]>([
  ['Vercel', { VERCEL: '1' }, undefined],
  ['Lambda, as of Netlify, Amplify and SST', { AWS_LAMBDA_FUNCTION_NAME: 'shop' }, undefined],
  ['Netlify', { NETLIFY: 'true' }, undefined],
  ['Cloud Run', { K_SERVICE: 'shop' }, undefined],
  ['Azure Functions', { FUNCTIONS_WORKER_RUNTIME: 'node' }, undefined],
  ['Cloudflare Workers', {}, 'Cloudflare-Workers'],
])('%s may freeze a process between requests', (_host, env, userAgent) => {
  expect(freezesBetweenRequests(env, userAgent)).toBe(true);
});

it.each<[string, Record<string, string>, string | undefined]>([
  ['a machine', { NODE_ENV: 'production', PORT: '3000' }, 'Node.js/20'],
  ['a Kubernetes pod', { KUBERNETES_SERVICE_HOST: '10.0.0.1' }, undefined],
  ['a flag that is off', { VERCEL: '0', NETLIFY: 'false', K_SERVICE: ' ' }, undefined],
])('control: %s does not', (_host, env, userAgent) => {
  expect(freezesBetweenRequests(env, userAgent)).toBe(false);
});
