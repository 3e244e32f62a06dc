// The ports of all processes, and the parameters of a measurement. Next fixes rewrites at build time, so ports are
// fixed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEnvelope } from './envelopes.mjs';
import { startIngest } from './nginx.mjs';

const PORTS = { ingest: 18_990, subject: 18_991, admin: 18_992 };

export const DSN = `http://0123456789abcdef0123456789abcdef@127.0.0.1:${PORTS.ingest}/4509`;
export const INGEST_ORIGIN = `http://127.0.0.1:${PORTS.ingest}`;
const INGEST_URL = `${INGEST_ORIGIN}/api/4509/envelope/`;

/** The path of `tunnelRoute`; different from the tunnel's, so that one build serves every subject. */
export const REWRITES_PATH = '/rewritten-tunnel';

const PROBE = buildEnvelope('error', DSN);

/** Writes the envelope of a scenario to disk, and starts an ingest that can hold it. */
export async function prepare({ scenario, folder }) {
  const envelope = buildEnvelope(scenario.kind, DSN);
  const bodyFile = join(folder, `${scenario.kind}.envelope`);
  writeFileSync(bodyFile, envelope);
  const ingest = await startIngest({
    folder: join(folder, 'ingest'),
    port: PORTS.ingest,
    envelopeBytes: envelope.byteLength,
  });
  return { bodyFile, ingest };
}

/** The start parameters of a subject, with its own folder. */
export function contextFor({ subject, folder, nodeArgs }) {
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    nodeArgs,
    port: PORTS.subject,
    adminPort: PORTS.admin,
    dsn: DSN,
    ingestUrl: INGEST_URL,
    // A host other than Sentry's names no organization, which the query gives as 0.
    tunnelUrl: subject.start ? `http://127.0.0.1:${PORTS.subject}${subject.path}?o=0&p=4509` : INGEST_URL,
    probe: PROBE,
  };
}
