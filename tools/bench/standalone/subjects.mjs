// The subjects: the tunnel server, nginx, Node's own cost, and the tunnels of a file.
import { readFileSync } from 'node:fs';
import { SUBJECTS as OF_TUNNEL } from '../tunnel/subjects.mjs';

const OWN = ['nginx', 'undici-forwarder', 'standalone'];

/** nginx ends at once on SIGTERM; its container image is stopped with SIGQUIT. */
const SIGNALS = { nginx: ['SIGTERM', 'SIGQUIT'] };

/**
 * `exec`, so that the signal reaches the tunnel and only its memory counts; `env`, so that the command may begin with
 * variables.
 */
const fromFile = ({ id, label, url, command }) => ({
  id,
  label,
  url,
  ours: false,
  start: ({ port, dsn }) => ({
    command: ['sh', '-c', `exec env ${command}`],
    env: { PORT: String(port), DSN: dsn },
  }),
});

function readPeers(file) {
  const peers = JSON.parse(readFileSync(file, 'utf8'));
  for (const { id, label, url, command } of peers)
    if (![id, label, url, command].every((value) => typeof value === 'string' && value !== ''))
      throw new Error(`${file}: each peer needs id, label, url and command.`);
  return peers.map(fromFile);
}

/** All subjects, including the peers in a JSON file. */
export const listSubjects = (file) =>
  [...OF_TUNNEL.filter(({ id }) => OWN.includes(id)), ...(file === undefined ? [] : readPeers(file))].map(
    (subject) => ({ ...subject, signals: SIGNALS[subject.id] ?? ['SIGTERM'] }),
  );
