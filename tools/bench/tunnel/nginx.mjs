// nginx as the ingest, and as a peer that forwards to it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readSync, closeSync, fstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireFreePort, untilListening } from '../build.mjs';

/** Ingest answers a client with this user agent that everything is rate-limited for an hour. */
export const LIMITED_AGENT = 'adit-bench-limit';

const MIN_BODY_BUFFER_BYTES = 65_536;

/** nginx writes its access log at least this often. */
const LOG_FLUSH_MS = 100;

const frame = ({ folder, name, http }) => `
worker_processes 1;
daemon off;
pid ${join(folder, `${name}.pid`)};
error_log ${join(folder, `${name}.error.log`)} warn;
events { worker_connections 4096; }
http {
  client_body_temp_path ${join(folder, `${name}.body`)};
  proxy_temp_path ${join(folder, `${name}.proxy`)};
  fastcgi_temp_path ${join(folder, `${name}.fastcgi`)};
  uwsgi_temp_path ${join(folder, `${name}.uwsgi`)};
  scgi_temp_path ${join(folder, `${name}.scgi`)};
  client_max_body_size 0;
  keepalive_requests 1000000000;
  keepalive_timeout 300s;
  ${http}
}
`;

/**
 * `return 200` alone would answer before the body has arrived. `mirror` reads it first; a POST to `empty_gif` then
 * gives 405, which is turned into the answer. Both stay inside nginx and cost about a microsecond.
 */
const ingestHttp = ({ folder, port, bodyBufferBytes, tls }) => `
  default_type application/json;
  log_format received '$status $request_length';
  map $http_user_agent $limits { default ''; '${LIMITED_AGENT}' '3600::organization'; }
  client_body_buffer_size ${bodyBufferBytes};
  server {
    listen 127.0.0.1:${port} ${tls ? 'ssl ' : ''}backlog=4096;
    ${tls ? `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key};` : ''}
    access_log ${join(folder, 'ingest.access.log')} received buffer=256k flush=${LOG_FLUSH_MS}ms;
    location / { mirror /read; empty_gif; error_page 405 =200 @answer; }
    location = /read { internal; access_log off; return 204; }
    location @answer { add_header X-Sentry-Rate-Limits $limits always; return 200 '{}'; }
  }
`;

const verify = (certificate) =>
  `proxy_ssl_verify on; proxy_ssl_trusted_certificate ${certificate}; proxy_ssl_name localhost;`;

const proxyHttp = ({ port, ingest, path, ingestPath, tls }) => `
  access_log off;
  upstream ingest { server ${new URL(ingest).host}; keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = ${path} {
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      proxy_pass ${tls ? 'https' : 'http'}://ingest${ingestPath};
      ${tls ? verify(tls.certificate) : ''}
    }
  }
`;

const writeConfig = (folder, name, http) => {
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, frame({ folder, name, http }));
  return ['nginx', '-p', folder, '-c', file];
};

/** The command that starts nginx as a peer: `proxy_pass`, nothing validated. */
export const nginxProxyCommand = ({ folder, ...options }) => writeConfig(folder, 'proxy', proxyHttp(options));

/**
 * Starts the ingest, on HTTPS with the files of `tls`. `received()` returns what arrived since the last call, from its
 * access log.
 */
export async function startIngest({ folder, port, envelopeBytes, tls }) {
  await requireFreePort(port);
  mkdirSync(folder, { recursive: true });
  // Also large enough for a chunked body, whose framing nginx includes.
  const bodyBufferBytes = Math.max(MIN_BODY_BUFFER_BYTES, Math.ceil(envelopeBytes * 1.05));
  const [command, ...args] = writeConfig(
    folder,
    'ingest',
    ingestHttp({ folder, port, bodyBufferBytes, tls }),
  );
  writeFileSync(join(folder, 'ingest.access.log'), '');
  // A body buffer beyond glibc's threshold would be mapped and unmapped for each request.
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '4294967296' },
  });
  const exited = once(child, 'exit');
  await untilListening(port);
  const log = openSync(join(folder, 'ingest.access.log'), 'r');
  let offset = 0;

  const received = async () => {
    await sleep(2 * LOG_FLUSH_MS);
    const chunk = Buffer.alloc(fstatSync(log).size - offset);
    readSync(log, chunk, 0, chunk.byteLength, offset);
    offset += chunk.byteLength;
    const lines = chunk.toString('latin1').split('\n').slice(0, -1);
    const requests = lines.map((line) => line.split(' ').map(Number));
    const accepted = requests.filter(([status, bytes]) => status === 200 && bytes >= envelopeBytes).length;
    return {
      requests: requests.length,
      accepted,
      truncated: requests.filter(([status]) => status === 200).length - accepted,
      // A body that the end of the load cut off counts in proportion to its bytes.
      envelopes: requests.reduce((sum, [, bytes]) => sum + Math.min(1, bytes / envelopeBytes), 0),
    };
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    closeSync(log);
  };
  return { pid: child.pid, received, stop };
}
