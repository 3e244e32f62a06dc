// `npm run bench:policy`: the processor time that a policy adds to an envelope in a tunnel. `--write` writes the document.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, readCount, takeTurns } from '../suite.mjs';
import { createEnvelope, DOCUMENTS, KINDS } from './measure.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, write: { type: 'boolean' } } });
const rounds = readCount(values, 'rounds', 7);
const script = fileURLToPath(new URL('./measure.mjs', import.meta.url));

/** The programs that wanted to run before. On a busy machine, processor time is longer. */
const [load] = loadavg();

const figures = await takeTurns({
  subjects: KINDS.flatMap((name) =>
    Object.keys(DOCUMENTS).map((kind) => ({ id: `${kind} ${name}`, kind, name })),
  ),
  rounds,
  rotate: true,
  measure: ({ kind, name }) =>
    Number(execFileSync(process.execPath, [script, kind, name], { encoding: 'utf8' })),
});

const of = (kind, name) => median(figures[`${kind} ${name}`]);
const micro = (number) => number.toFixed(1);
const table = [
  '| envelope | size | the tunnel alone, µs | the built-in rules add, µs | with 20 rules of a team, µs |',
  '| --- | ---: | ---: | ---: | ---: |',
  ...KINDS.map((name) => {
    const bytes = createEnvelope(name);
    const none = of('none', name);
    const added = ['builtIn', 'withRules'].map((kind) => micro(of(kind, name) - none));
    return `| ${name} | ${(bytes.length / 1_000).toFixed(1)} KB | ${micro(none)} | ${added.join(' | ')} |`;
  }),
].join('\n');
console.log(table);

if (values.write === true)
  writeFileSync(
    join(fileURLToPath(new URL('../../..', import.meta.url)), 'docs/benchmarks/policy.md'),
    `# What a policy costs in a tunnel

Written by \`npm run bench:policy -- --write\` with Node ${process.versions.node}. Processor time for each envelope: the median of ${rounds} processes for
each envelope and policy, which take turns. Ingest answers at once, in the same process. Errors are counted for budgets, too. As in real
traffic, envelopes differ in ids, times, numbers in addresses and user agents. On ${cpus().length} cores (${cpus()[0].model.trim()}), ${new Date().toISOString().slice(0, 10)}, with a load of ${load.toFixed(1)} by other
programs, without which the figures are smaller.

${table}

Reading the JSON of an error or a transaction takes about half of what the built-in rules add. A recording passes as it came: only the event that is sent with it is
read. The figures vary by about 2 µs from run to run.
`,
  );
