import type { ContentCoding } from '../protocol/content-encoding.ts';
import { readEncodedHeaderLine } from './read-encoded-header-line.ts';
import { stopOf, type EnvelopeBody, type ReadHeaderLine } from './envelope-body.ts';
import { createLineScanner } from './line-scanner.ts';
import { isStop, type Stop } from './outcomes.ts';

/** Reads no more of the body than it takes to see the envelope's header line. */
export async function readHeaderLine(
  body: EnvelopeBody,
  coding: ContentCoding,
): Promise<ReadHeaderLine | Stop> {
  return coding === 'identity' ? readPlainHeaderLine(body) : readEncodedHeaderLine(body, coding);
}

async function readPlainHeaderLine(body: EnvelopeBody): Promise<ReadHeaderLine | Stop> {
  const scanner = createLineScanner();
  const held: Uint8Array[] = [];
  for (let chunk = await body.read(); chunk !== undefined; chunk = await body.read()) {
    held.push(chunk);
    const line = scanner.push(chunk);
    if (line !== undefined) return isStop(line) ? line : { line, held };
  }
  const stop = stopOf(body);
  if (stop !== undefined) return stop;
  const line = scanner.finish();
  return isStop(line) ? line : { line, held };
}
