import { cellOf } from './tables.ts';

/** The benchmark documents with the figures of the first screen. */
export interface BenchmarkDocuments {
  readonly client: string;
  readonly tunnel: string;
  readonly outage: string;
}

const WIZARD = '`@sentry/nextjs`, as its wizard sets it up';
const SDK = '`@sentry/nextjs`, errors + tracing';
const QUIET = 'Adit, nothing to report';
const SAMPLED = 'Adit, a sampled visit';
const FAILED = 'Adit, with an error';
const ALL = 'All of Adit';
const BESIDE = 'Beside a page without a `global-error`';
const REWRITES = 'Next rewrites (`tunnelRoute`)';
const INTERCEPTED = '`next start`, intercepted, everything on';
const ROUTE = 'Next route handler, `createRouteHandlers`';
const ENVELOPE = 'Error envelope, 4.3 KB';
const OUTAGE = 'An outage of ingest, with kills';
const MEMORY = 'spool in memory (`--control`, seed 1)';
const LOST = 'acknowledged, never received';
const ACKNOWLEDGED = 'acknowledged (by the spool)';

/**
 * The three figures of the first screen as a Markdown list, with links relative to the repository's root. The first
 * figure counts everything that `init` installs.
 */
export function figuresList({ client, tunnel, outage }: BenchmarkDocuments): string {
  const first = (row: string): string => cellOf(client, ALL, row, 'first load, added KB');
  const inTheEnd = (row: string): string => cellOf(client, ALL, row, 'scripts in the end, added KB');
  const beside = (bundler: string): string => cellOf(client, BESIDE, bundler, 'added KB');
  const cpu = (row: string): string => cellOf(tunnel, ENVELOPE, row, 'CPU µs');
  const kept = (row: string, run: string): string => cellOf(outage, OUTAGE, row, run);
  const acknowledged = (run: string): string => kept(ACKNOWLEDGED, run).replace(/ .*/, '');
  return [
    `- **${first(QUIET)} KB instead of ${first(SDK)} KB** of gzipped JavaScript added to the first load of a Next.js page. ${first(SDK)} KB is Sentry’s SDK with`,
    `  errors and tracing. ${first(QUIET)} KB is all that \`init\` installs: monitoring, screens and router. In an application without`,
    `  a \`global-error\` page, Adit adds ${beside('Turbopack')} KB (webpack: ${beside('webpack')} KB). Sentry’s wizard, with replay, adds ${first(WIZARD)} KB. By the end of a`,
    `  visit, Adit’s scripts add ${inTheEnd(QUIET)} KB if there is nothing to report, ${inTheEnd(FAILED)} KB after an error, and ${inTheEnd(SAMPLED)} KB if the visit is`,
    `  sampled; Sentry’s SDK adds ${inTheEnd(SDK)} KB to every visit ([bytes](docs/benchmarks/client.md#all-of-adit)).`,
    `- **${cpu(INTERCEPTED)} µs instead of ${cpu(REWRITES)} µs** of the server’s CPU for each error’s envelope of 4.3 KB, in \`next start\` on 2 cores, compared`,
    `  with the rewrites of \`tunnelRoute\`. On serverless hosts the tunnel is a route file, and takes ${cpu(ROUTE)} µs ([CPU](docs/benchmarks/tunnel.md)).`,
    `- **${kept(LOST, 'seed 1')} of ${acknowledged('seed 1')} envelopes lost** that the tunnel server had accepted, in a simulated hour without ingest. The test killed the`,
    `  server 20 times. With the spool in memory instead of on disk: ${kept(LOST, MEMORY)} of ${acknowledged(MEMORY)} ([outage](docs/benchmarks/outage.md)).`,
  ].join('\n');
}
