import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { FOLDER } from './example-test.ts';

/** The files that Sentry's build plugins have uploaded in one bundle. */
export interface ArtifactBundle {
  readonly release: string;
  /** By path in the bundle. */
  readonly files: Readonly<
    Record<
      string,
      { readonly url: string; readonly type: string; readonly headers: { readonly 'debug-id'?: string } }
    >
  >;
}

/** Signatures of a zip archive: before each file, and before each entry of the directory at its end. */
const FILE = 'PK\x03\x04';
const ENTRY = 'PK\x01\x02';

/** Reads the first file of the archive. Sentry writes eight bytes before it. */
function readManifest(bundle: Buffer): ArtifactBundle {
  const zip = bundle.subarray(bundle.indexOf(FILE));
  const packedBytes = zip.readUInt32LE(zip.indexOf(ENTRY) + 20);
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  return JSON.parse(inflateRawSync(zip.subarray(start, start + packedBytes)).toString()) as ArtifactBundle;
}

const RECEIVED = join(FOLDER, '.sentry');

/** The bundles that the build has uploaded. */
export const uploadedBundles = (): ArtifactBundle[] =>
  readdirSync(RECEIVED)
    .filter((name) => name.endsWith('.zip'))
    .map((name) => readManifest(readFileSync(join(RECEIVED, name))));

/** The requests of the build to Sentry, except uploads of chunks. */
export const requestsToSentry = (): {
  readonly path: string;
  readonly body?: { readonly version?: string };
}[] =>
  JSON.parse(readFileSync(join(RECEIVED, 'requests.json'), 'utf8')) as ReturnType<typeof requestsToSentry>;
