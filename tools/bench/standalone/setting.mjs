// The ports of all processes, and the certificate of ingest: many tunnels send on HTTPS only.
import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildEnvelope } from '../tunnel/envelopes.mjs';

const PORTS = { ingest: 18_990, subject: 18_991, admin: 18_992 };
const SYSTEM_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

export const INGEST_PORT = PORTS.ingest;
/** Not in any allow-list. */
export const OTHER_PORT = 18_993;
/** The DSN of ingest, on HTTPS with `tls`. */
export const dsnOf = (tls) =>
  `${tls ? 'https' : 'http'}://0123456789abcdef0123456789abcdef@127.0.0.1:${PORTS.ingest}/4509`;
export const DSN = dsnOf(true);

/** Makes a self-signed certificate in a folder: `certificate` and `key`. */
function makeCertificate(folder) {
  const tls = { certificate: join(folder, 'ingest.crt'), key: join(folder, 'ingest.key') };
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', tls.key, '-out', tls.certificate],
    ],
    { stdio: 'ignore' },
  );
  return tls;
}

/**
 * Makes the certificate, and makes processes started from here trust it in addition to the system's: a tunnel that
 * reads its authorities for each envelope then pays for all of them, as when it is deployed.
 */
export function trustIngest(folder) {
  const tls = makeCertificate(folder);
  const authorities = join(folder, 'authorities.crt');
  if (existsSync(SYSTEM_AUTHORITIES)) copyFileSync(SYSTEM_AUTHORITIES, authorities);
  appendFileSync(authorities, readFileSync(tls.certificate));
  process.env.SSL_CERT_FILE = authorities;
  process.env.NODE_EXTRA_CA_CERTS = tls.certificate;
  return tls;
}

/** The start parameters of a subject, with its own folder. Without `tls`, ingest is on HTTP. */
export function contextFor({ subject, folder, tls }) {
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    tls,
    port: Number(new URL(subject.url ?? `http://127.0.0.1:${PORTS.subject}`).port),
    adminPort: PORTS.admin,
    dsn: dsnOf(tls),
    ingestUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${PORTS.ingest}/api/4509/envelope/`,
    tunnelUrl: subject.url ?? `http://127.0.0.1:${PORTS.subject}${subject.path}?o=0&p=4509`,
    probe: buildEnvelope('error', dsnOf(tls)),
  };
}
