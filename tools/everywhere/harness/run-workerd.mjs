// Runs a bundle's tests in workerd and passes on their output.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { startIngestHost } from './ingest-host.mjs';
import { startWorkerd } from './workerd-process.mjs';

const HARNESS = {
  entryPoints: { control: 'Control', object: 'ObjectControl', ingest: 'Ingest', server: undefined },
  objects: { TESTS: 'Tests' },
  // The tests use Buffer and node:zlib; the core of the tunnel needs neither.
  flags: ['nodejs_compat', 'enable_request_signal'],
};

/**
 * Resolves with the text on standard error.
 * @param isInObject whether the tests run in a Durable Object
 */
export async function runWorkerd({ binary, outfile, skipped, timeoutMs, onLine, isInObject }) {
  const storage = mkdtempSync(join(tmpdir(), 'adit-objects-'));
  const workerd = startWorkerd({ binary, outfile, timeoutMs, storage, ...HARNESS });
  let host;
  try {
    const origins = await workerd.origins;
    const post = (name, body) => fetch(origins[name], { method: 'POST', body: JSON.stringify(body) });
    host = await startIngestHost(async (event) => (await post('ingest', event)).json());
    const response = await post(isInObject ? 'object' : 'control', {
      skipped,
      ingestHost: host.origin,
      origin: origins.server,
    });
    for await (const line of createInterface(Readable.fromWeb(response.body))) onLine(line);
    return workerd.errors();
  } catch (error) {
    return `${workerd.errors()}\n${error.message}`;
  } finally {
    host?.close();
    workerd.stop();
    rmSync(storage, { recursive: true, force: true });
  }
}
