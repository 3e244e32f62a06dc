import { until } from '@adit/testing';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@adit/testing/free-port';

/** Whether this machine has nginx. */
export const HAS_NGINX = spawnSync('nginx', ['-v']).status === 0;

/** An nginx in front of several servers. */
export interface Nginx {
  readonly url: string;
  /** The errors that it has logged so far. */
  readonly errors: () => string;
  readonly stop: () => Promise<void>;
}

/** The settings of docs/guides/tunnel-deployment.md for several replicas. */
const configOf = (folder: string, port: number, servers: readonly string[]): string => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/errors warn;
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream adit {
    ${servers.map((server) => `server ${server} max_fails=0;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location = /monitoring-tunnel {
      proxy_pass http://adit;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      client_max_body_size 200m;
      proxy_request_buffering off;
      proxy_read_timeout 30s;
    }
  }
}
`;

/** Starts an {@link Nginx}. */
export async function startNginx(servers: readonly string[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'adit-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configOf(folder, port, servers));
  writeFileSync(join(folder, 'errors'), '');
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/monitoring-tunnel`;
  await until(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    errors: () => readFileSync(join(folder, 'errors'), 'utf8'),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
