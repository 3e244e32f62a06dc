// The features tested on each runtime: rows of the table. Each consists of the library's own tests, in a separate
// process.
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';

const tunnel = (name) => join(ROOT, 'libs/tunnel/src', name);
const spool = (name) => join(ROOT, 'libs/spool/src', name);
const decoders = (name) => join(ROOT, 'libs/envelope/src/decoders', name);
const harness = (name) => join(ROOT, 'tools/everywhere/harness', name);

const NODE_LIKE = ['node', 'deno', 'bun'];
const EVERYWHERE = [...NODE_LIKE, 'workerd'];

/**
 * `kinds` are the runtimes for which the feature is meant. It is not supported on others, for the reason in `others`.
 */
export const FEATURES = [
  {
    name: 'core',
    about: '`createTunnel` with the Fetch transport: the contract of the tunnel and all conformance cases',
    files: ['tunnel.test.ts'].map(tunnel),
    kinds: EVERYWHERE,
  },
  {
    name: 'server',
    about: "the same contract behind the runtime's own Fetch server, each request by itself",
    files: [harness('served.mjs')],
    kinds: ['deno', 'bun', 'workerd'],
    others: 'Node has none; `/node` is the row for it',
  },
  {
    name: 'waitUntil',
    about: 'client reports after the answer, by `waitUntil`; the subrequests of an envelope',
    files: [harness('wait-until.mjs')],
    kinds: ['workerd'],
    others: 'the process goes on after an answer',
  },
  {
    name: 'decoders',
    about: "`createWebDecoders`, on the runtime's `DecompressionStream`",
    files: ['web-decoders.test.ts'].map(decoders),
    kinds: EVERYWHERE,
  },
  {
    name: '/memory',
    about: 'spool, limits and throttle in memory: the contracts of the stores',
    files: [
      'stores/memory-spool.test.ts',
      'stores/memory-limits.test.ts',
      'stores/memory-throttle.test.ts',
    ].map(spool),
    kinds: EVERYWHERE,
  },
  {
    name: '/durable-object',
    about: 'spool and limits in the storage of a Durable Object: the contracts of the stores, in an object',
    files: ['stores/durable/durable-spool.test.ts', 'stores/durable/durable-limits.test.ts'].map(spool),
    kinds: ['workerd'],
    isInObject: true,
    others: 'there are none',
  },
  {
    name: '/node',
    about: 'listener and transport of `/node`: the contract of the tunnel behind node:http',
    files: ['adapters/node.test.ts', 'adapters/node-transport.test.ts', 'adapters/read-message.test.ts'].map(
      tunnel,
    ),
    kinds: NODE_LIKE,
    others: 'a worker has no sockets to listen on',
  },
  {
    name: 'next start',
    about:
      'the tunnel before servers of node:http that the application does not hand out, as those of `next start`',
    files: ['adapters/intercept.bun.test.ts'].map(tunnel),
    kinds: ['node', 'bun'],
    others: 'Next runs on neither',
  },
  {
    name: '/node decoders',
    about: "`createNodeDecoders`, on the runtime's node:zlib, zstd included",
    files: ['node-decoders.test.ts'].map(decoders),
    kinds: NODE_LIKE,
    others: 'use `createWebDecoders`',
  },
  {
    name: '/disk',
    about: 'spool and limits on disk: the contracts of the stores, and damage of every kind',
    files: [
      'stores/disk-spool.test.ts',
      'stores/disk-spool.damage.test.ts',
      'stores/disk-limits.test.ts',
    ].map(spool),
    kinds: NODE_LIKE,
    others: 'a worker has no disk',
  },
];

/** Tests that must fail, to detect a harness that passes everything. */
export const CONTROLS = {
  name: 'controls',
  files: [harness('controls.mjs')],
  passed: 1,
  failed: 5,
};
