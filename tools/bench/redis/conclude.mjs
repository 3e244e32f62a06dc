// Turns the rounds of a run into the bars, tables and chart of docs/benchmarks/replicas.md.
import { inUnit, judge, nameOf, number, table } from '../report.mjs';
import { median, quantile } from '../suite.mjs';
import { ACCEPTS, FORWARDS, FSYNCS } from './subjects.mjs';

const perSecond = inUnit('/s');
const times = inUnit('×', 2);
const MB = 1e6;

/** The median of a figure over the rounds; `read` gets it from a round. */
const middle = (rounds, read) => median(rounds.map(read));
const spreadOf = (rounds, read, print) => {
  const values = rounds.map(read).filter(Number.isFinite);
  return values.length > 1 ? `${print(Math.min(...values))} – ${print(Math.max(...values))}` : '';
};
const speedOf = (round) => round.perSecond;
const cpuOf = (round) => round.cpuMicroseconds;
const usedOf = (key) => (round) => round.redis?.[key] ?? NaN;

function acceptTable(rounds) {
  const ours = middle(rounds.redis, speedOf);
  const row = (subject) => {
    const of = (read) => middle(rounds[subject.id], read);
    return [
      nameOf(subject),
      number(of(speedOf)),
      number(of(speedOf) / ours, 2),
      number(of(cpuOf), 1),
      number(of(usedOf('cpuMicroseconds')), 1),
    ];
  };
  return table(['subject', 'envelopes/s', '÷ spool', 'its CPU µs', 'CPU of Redis µs'], ACCEPTS.map(row));
}

const costRow = (label, rounds, memory) => [
  label,
  ...['scripts', 'bytesIn', 'bytesOut', 'cpuMicroseconds'].map((key) =>
    number(middle(rounds, usedOf(key)), key === 'scripts' ? 2 : key === 'cpuMicroseconds' ? 1 : 0),
  ),
  number(memory),
];

const acceptBar = ({ id, least }, accept) =>
  judge({
    measure: 'spool in Redis accepts, 4.3 KB',
    where: `appendfsync ${id}`,
    value: middle(accept[id].redis, speedOf),
    spread: spreadOf(accept[id].redis, speedOf, number),
    least,
    print: perSecond,
  });

export function conclude({ rounds, stored, accept, delivery, forward, ready }) {
  const ratiosOf = (id) => forward[id].map((round, turn) => cpuOf(round) / cpuOf(forward.local[turn]));
  const limitRatios = ratiosOf('limits');
  const secondsOf = ({ ms }) => ms / 1_000;
  const megabytesOf = ({ rssBytes }) => rssBytes / MB;
  const where = `${number(stored)} stored`;
  const unmeasured = stored < 1_000_000 ? 'fewer are stored' : undefined;
  const [everysec] = FSYNCS;
  return {
    title: 'Replicas on Redis',
    command: `npm run bench:redis -- --rounds ${rounds}`,
    bars: [
      ...FSYNCS.map((fsync) => acceptBar(fsync, accept)),
      judge({
        measure: 'CPU of a forward, limits in Redis ÷ in memory',
        where: 'a limit in force',
        value: median(limitRatios),
        spread: [0.25, 0.75].map((share) => number(quantile(limitRatios, share), 2)).join(' – '),
        most: 1.1,
        print: times,
      }),
      judge({
        measure: 'a new replica is ready',
        where,
        value: middle(ready.starts, secondsOf),
        spread: spreadOf(ready.starts, secondsOf, (value) => number(value, 2)),
        most: 2,
        print: inUnit('s', 2),
        unmeasured,
      }),
      judge({
        measure: 'RSS of a new replica',
        where,
        value: middle(ready.starts, megabytesOf),
        spread: spreadOf(ready.starts, megabytesOf, number),
        most: 150,
        print: inUnit('MB'),
        unmeasured,
      }),
    ],
    sections: [
      ...FSYNCS.map(({ id }) => ({ title: `Storing, appendfsync ${id}`, parts: [acceptTable(accept[id])] })),
      {
        title: 'Forwarding while a limit is in force',
        parts: [
          table(
            ['subject', 'CPU µs', '÷ memory', 'CPU of Redis µs', 'scripts'],
            FORWARDS.map((subject) => {
              const of = (read) => middle(forward[subject.id], read);
              return [
                nameOf(subject),
                number(of(cpuOf), 1),
                number(median(ratiosOf(subject.id)), 2),
                number(of(usedOf('cpuMicroseconds')), 1),
                number(of(usedOf('scripts')), 3),
              ];
            }),
          ),
        ],
      },
      {
        title: 'What an envelope of 4.3 KB costs Redis',
        parts: [
          table(
            ['', 'scripts', 'bytes in', 'bytes out', 'CPU µs', 'memory, bytes'],
            [
              costRow('stored', accept.everysec.redis, middle(accept.everysec.redis, usedOf('memoryBytes'))),
              costRow('delivered', delivery.redis, NaN),
              costRow('forwarded, limits in Redis', forward.limits, NaN),
              costRow('forwarded, limits and throttle in Redis', forward.both, NaN),
            ],
          ),
          `An envelope with a body of 200 bytes takes ${number(ready.memoryBytes)} bytes of memory. One process delivers ${number(middle(delivery.redis, speedOf))} envelopes a second to an ingest that takes no time; the drain of the tunnel delivers at most some 1,000 a second.`,
        ],
      },
    ],
    panels: [
      {
        title: `Storing an envelope of 4.3 KB, appendfsync ${everysec.id}`,
        axis: 'envelopes a second, median; more is better',
        bars: ACCEPTS.map(({ id, label, ours }) => {
          const value = middle(accept[everysec.id][id], speedOf);
          return { label, ours, value, print: number(value) };
        }),
      },
    ],
  };
}
