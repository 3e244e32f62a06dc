import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine can create certificates. */
export const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

/**
 * Files of certificates and keys: `authority.crt`, `stranger.crt`, and `server` and `client`, which the authority
 * signed.
 */
export interface Certificates {
  readonly path: (name: string) => string;
  readonly remove: () => void;
}

/** Creates {@link Certificates} in their own folder. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'adit-certificates-'));
  const path = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { stdio: 'ignore' });
  };
  const newKey = (name: string): string[] => [
    ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', `/CN=${name}`, '-keyout', path(`${name}.key`)],
  ];
  for (const name of ['authority', 'stranger']) {
    openssl('req', '-x509', ...newKey(name), '-days', '2', '-out', path(`${name}.crt`));
  }
  writeFileSync(path('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  for (const name of ['server', 'client']) {
    openssl('req', ...newKey(name), '-out', path(`${name}.csr`));
    openssl(
      ...['x509', '-req', '-in', path(`${name}.csr`), '-CA', path('authority.crt')],
      ...['-CAkey', path('authority.key'), '-CAcreateserial', '-days', '2', '-extfile', path('names')],
      ...['-out', path(`${name}.crt`)],
    );
  }
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
