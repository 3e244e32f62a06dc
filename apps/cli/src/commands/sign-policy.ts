import { resolve } from 'node:path';
import { signPolicy } from '@adit/policy/source';
import writeFileAtomic from 'write-file-atomic';
import type { Host } from '../host.ts';
import { UsageError } from '../options.ts';
import { printProblems, readBytes, readPolicyFile } from '../policy-file.ts';

/** Options of {@link runSignPolicy}. */
export interface SignPolicyOptions {
  /** The file with the private key. */
  readonly key: string;
}

/** A key has about 120 bytes. */
const MAX_KEY_BYTES = 16_384;

/**
 * Signs a policy document, and writes the signature beside it, as `FILE.sig`. Returns 0, or 1 if the document has problems, which are
 * printed then.
 * @throws UsageError if a file cannot be read or written, or the key is none
 */
export async function runSignPolicy(
  file: string,
  { key }: SignPolicyOptions,
  host: Pick<Host, 'folder' | 'print'>,
): Promise<number> {
  const { document, problems, text } = readPolicyFile(file, host);
  if (document === undefined) {
    printProblems(file, problems, false, host);
    return 1;
  }
  const privateKey = readBytes(resolve(host.folder, key), key, MAX_KEY_BYTES, 'a key is smaller').toString();
  const signature = await sign(text, privateKey, key);
  const signatureFile = `${file}.sig`;
  try {
    writeFileAtomic.sync(resolve(host.folder, signatureFile), `${signature}\n`);
  } catch (error) {
    throw new UsageError(
      `${signatureFile} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    );
  }
  host.print(`${signatureFile} is written. Publish it with ${file}, byte for byte.\n`);
  return 0;
}

async function sign(text: string, privateKey: string, file: string): Promise<string> {
  try {
    return await signPolicy(text, privateKey);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${file} is not an Ed25519 private key; accepted is PKCS #8, as PEM or base64`);
  }
}
