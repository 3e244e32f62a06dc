// One process of `run.mjs`: the processor time of one envelope in a tunnel with one policy.
import { bundle } from '../build.mjs';
import { median } from '../suite.mjs';
import { agent, envelopeOf, error, recording, replayEvent, transaction } from './items.mjs';

/** Each is sent once in a turn. */
const ENVELOPES = 500;
const WARM_UP_TURNS = 12;
const TURNS = 15;

export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

const LEAK = 'No answer from /reset?token=aB3dE5fG7hJ9';

/** The items of an envelope, by the name of its kind. */
const ITEMS = {
  'an error': () => [['event', error()]],
  'an error with a secret, which is written again': () => [['event', error(LEAK)]],
  'an error that is noise': () => [['event', error('Extension context invalidated.')]],
  'a transaction': () => [['transaction', transaction()]],
  'a replay recording': () => [['replay_recording', recording()]],
  'the event of a recording': () => [['replay_event', replayEvent()]],
  'both, as an SDK sends them': () => [
    ['replay_event', replayEvent()],
    ['replay_recording', recording()],
  ],
};

/** The kinds of envelopes. */
export const KINDS = Object.keys(ITEMS);

/** A new envelope of a kind. */
export const createEnvelope = (name) => envelopeOf(DSN, ITEMS[name]());

const RULES = Array.from({ length: 20 }, (_, index) => ({
  id: `rule-${index}`,
  action: 'drop',
  when: { message: index % 5 === 0 ? `/partner-${index}\\.js:\\d+/` : `*widget ${index} failed*` },
}));

/** The documents of the policies that are compared; `undefined` for a tunnel without one. */
export const DOCUMENTS = {
  none: undefined,
  builtIn: { version: 1 },
  withRules: { version: 1, rules: RULES },
};

async function measure(kind, name) {
  const code = await bundle({
    source: `export { createTunnel } from './libs/tunnel/src/index.ts';
             export { createPolicy } from './libs/policy/src/tunnel.ts';`,
    platform: 'node',
  });
  const { createTunnel, createPolicy } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const body = Buffer.from('{}');
  const answer = { status: 200, header: () => undefined, body };
  const document = DOCUMENTS[kind];
  const tunnel = createTunnel({
    allowedDsns: [DSN],
    // Ingest answers at once, in this process.
    transport: { send: () => ({ answer: Promise.resolve(answer), abort: () => undefined }) },
    policy: document && createPolicy({ document }),
    tell: () => undefined,
  });
  const send = ({ bytes, headers }) =>
    tunnel.handle({
      method: 'POST',
      target: '/monitoring-tunnel?o=450&p=4509',
      header: (name) => headers[name],
      body: whole(bytes),
    });
  const all = Array.from({ length: ENVELOPES }, () => {
    const bytes = createEnvelope(name);
    return { bytes, headers: { 'content-length': String(bytes.length), 'user-agent': agent() } };
  });
  const turns = [];
  for (let turn = -WARM_UP_TURNS; turn < TURNS; turn += 1) {
    const before = process.cpuUsage();
    for (const envelope of all) await send(envelope);
    const { user, system } = process.cpuUsage(before);
    if (turn >= 0) turns.push((user + system) / ENVELOPES);
  }
  await tunnel.close();
  return median(turns);
}

async function* whole(bytes) {
  yield bytes;
}

const [, script, kind, name] = process.argv;
if (script?.endsWith('measure.mjs')) console.log(await measure(kind, name));
