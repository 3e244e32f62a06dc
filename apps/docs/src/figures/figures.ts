import { cellOf } from './tables.ts';

/** The benchmark documents that the first screen takes its figures from. */
export interface BenchmarkDocuments {
  readonly client: string;
  readonly tunnel: string;
  readonly outage: string;
}

const WIZARD = '`@sentry/nextjs`, as its wizard sets it up';
const CLIENT = '`@adit/monitoring-client`, what the wizard sets up';
const REWRITES = 'Next rewrites (`tunnelRoute`)';
const INTERCEPTED = '`next start`, intercepted, everything on';
const ENVELOPE = 'Error envelope, 4.3 KB';
const OUTAGE = 'An outage of ingest, with kills';
const MEMORY = 'spool in memory (`--control`, seed 1)';
const LOST = 'acknowledged, never received';
const ACKNOWLEDGED = 'acknowledged (by the spool)';

/** The three figures of the first screen as a Markdown list, with links as seen from the repository's root. */
export function figuresList({ client, tunnel, outage }: BenchmarkDocuments): string {
  const first = (row: string): string => cellOf(client, 'Bytes', row, 'added KB');
  const inTheEnd = (row: string): string => cellOf(client, 'Bytes', row, 'added KB', 2);
  const cpu = (row: string): string => cellOf(tunnel, ENVELOPE, row, 'CPU µs');
  const kept = (row: string, run: string): string => cellOf(outage, OUTAGE, row, run);
  const acknowledged = (run: string): string => kept(ACKNOWLEDGED, run).replace(/ .*/, '');
  return [
    `- **${first(CLIENT)} KB instead of ${first(WIZARD)} KB** of JavaScript added to the first load of a Next.js page, gzipped, for what Sentry’s`,
    `  wizard sets up. The SDK follows after the page: ${inTheEnd(CLIENT)} KB in the end, ${inTheEnd(WIZARD)} KB as the wizard sets it up`,
    `  ([bytes](docs/benchmarks/client.md)).`,
    `- **${cpu(INTERCEPTED)} µs instead of ${cpu(REWRITES)} µs** of CPU for each error’s envelope of 4.3 KB, in \`next start\` on 2 cores, beside the rewrites`,
    `  of \`tunnelRoute\` ([CPU](docs/benchmarks/tunnel.md)).`,
    `- **${kept(LOST, 'seed 1')} of ${acknowledged('seed 1')} envelopes lost** that the tunnel acknowledged, in a simulated hour without ingest in which the server was`,
    `  killed 20 times; ${kept(LOST, MEMORY)} of ${acknowledged(MEMORY)} with the spool in memory instead of on disk ([outage](docs/benchmarks/outage.md)).`,
  ].join('\n');
}
