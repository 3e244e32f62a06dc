/** @jest-environment node */
import { freezesBetweenRequests } from './freezes-between-requests.ts';

it.each<[string, Record<string, string>, string?]>([
  ['Vercel', { VERCEL: '1' }],
  ['Lambda, as of Netlify, Amplify and SST', { AWS_LAMBDA_FUNCTION_NAME: 'shop' }],
  ['Netlify', { NETLIFY: 'true' }],
  ['Cloud Run', { K_SERVICE: 'shop' }],
  ['Azure Functions', { FUNCTIONS_WORKER_RUNTIME: 'node' }],
  ['Cloudflare Workers', {}, 'Cloudflare-Workers'],
])('%s may freeze a process between requests', (_host, env, userAgent) => {
  expect(freezesBetweenRequests(env, userAgent)).toBe(true);
});

it.each<[string, Record<string, string>, string?]>([
  ['a machine', { NODE_ENV: 'production', PORT: '3000' }, 'Node.js/20'],
  ['a Kubernetes pod', { KUBERNETES_SERVICE_HOST: '10.0.0.1' }],
  ['a flag that is off', { VERCEL: '0', NETLIFY: 'false', K_SERVICE: ' ' }],
])('control: %s does not', (_host, env, userAgent) => {
  expect(freezesBetweenRequests(env, userAgent)).toBe(false);
});
