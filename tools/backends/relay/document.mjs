// Writes docs/benchmarks/scrubbing.md: which scrubber removes what.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { importFrom, ROOT } from '../../src/projects.mjs';
import { thisRun } from '../../src/this-run.mjs';
import { RELAY_VERSION } from './install.mjs';
import { ALTERED_BY_OURS, COMPLAINTS, EXCEPTIONS } from './known.mjs';

const { table } = await importFrom('tools/bench/report.mjs');

const FILE = join(ROOT, 'docs/benchmarks/scrubbing.md');
const COMMAND = 'node tools/backends/relay/main.mjs --write';

const count = (list, is) => list.filter(is).length;

function byKind(secrets) {
  const groups = new Map();
  for (const one of secrets) groups.set(one.kind, [...(groups.get(one.kind) ?? []), one]);
  return groups;
}

const isOfError = ({ title }) => title.startsWith('error: ');

const takenRow = ([kind, list]) => [
  kind,
  list.length,
  count(list, ({ relay }) => relay),
  count(list, ({ ours }) => ours),
];

/** Texts as a list; a back quote would end the code. */
const bullet = (text) => `- \`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;

const reasonFor = (title) => ALTERED_BY_OURS.find(({ text }) => text.test(title))?.reason;

function complaintsRow([name, events]) {
  const refused = events.filter(({ complaints }) => complaints.length > 0);
  return [
    name,
    events.length,
    refused.length,
    count(events, ({ relay }) => relay),
    count(events, ({ ours }) => ours),
  ];
}

/** Writes the document of a run. */
export async function writeDocument({ secrets, harmless, ownHarmless, sdks, count: events }) {
  const text = [
    "# Relay's scrubbing beside ours",
    `Written by \`${COMMAND}\` ${thisRun()}. ${events} events went through Relay's own code and through the scrubber of \`@adit/policy\`, each with its defaults.`,
    `sentry-relay ${RELAY_VERSION} (PyPI) · node ${process.versions.node}`,
    '## What was compared, and what was not',
    `\`sentry-relay\` is the library that Sentry itself calls: Relay's Rust code with a Python interface. An event goes through its normaliser (\`StoreNormalizer\`), and then through the rules of a new project (\`convert_datascrubbing_config\`, \`pii_strip_event\`; data scrubber and default scrubbers on, IP addresses off). The same event, as the SDK would send it, goes through \`createScrubber()\`.`,
    'Relay as a server is not part of this: no package has it. So this page says nothing about its speed, nor about what it does with minidumps, attachments and replays. Nor does it say what Relay removes by the rules that an organisation writes. Adit has rules of a team, too, in a document. We compare neither.',
    '## Secrets',
    `Each event has one secret in one place: an address, a header, a cookie, a body, a breadcrumb, a tag, a variable of a frame, or a text. A secret counts as removed if neither half of it can be read in the event. The secrets are invented. We wrote names, addresses and texts for this comparison. The forms of tokens, keys, cards and IBANs are those of our own tests, four events for each. So their rows are not a fair sample: they show how much Relay leaves to the SDK. Nor is this a blind test of ours. In its first run, ours kept JSON in a parameter and \`id_token_hint\`, and altered images such as \`logo@2x.png\`. We have fixed that.`,
    table(
      ['secrets', 'events', 'Relay removes', 'ours remove'],
      [
        ...[...byKind(secrets)].map(takenRow),
        takenRow(['**written for this comparison**', secrets.filter(({ isForm }) => !isForm)]),
        takenRow(['**forms of our own tests**', secrets.filter(({ isForm }) => isForm)]),
      ],
    ),
    'Only Relay removes:',
    secrets
      .filter((one) => one.relay && !one.ours)
      .map(({ title }) => bullet(title))
      .join('\n') || '- nothing',
    ...EXCEPTIONS.map(({ reason }) => reason),
    'Neither removes:',
    secrets
      .filter((one) => !one.relay && !one.ours)
      .map(({ title }) => bullet(title))
      .join('\n') || '- nothing',
    `Relay's rules leave the text of an exception as it is: ${count(secrets, isOfError)} of these events have the secret there, and Relay removes ${count(secrets, (one) => isOfError(one) && one.relay)}. They remove e-mail addresses only from messages. If a text has a word such as \`token\`, Relay replaces the whole text; ours replace the secret in it.`,
    '## Harmless texts',
    table(
      ['texts', 'events', 'Relay alters', 'ours alter'],
      [
        takenRow(['written for this comparison', harmless]),
        takenRow(['those of our own tests, which ours must not alter', ownHarmless]),
      ],
    ),
    'Ours alter:',
    harmless
      .filter(({ ours }) => ours)
      .map(({ title }) => `${bullet(title)}: ${reasonFor(title)}.`)
      .join('\n'),
    'Relay alters:',
    [...harmless, ...ownHarmless]
      .filter(({ relay }) => relay)
      .map(({ title }) => bullet(title))
      .join('\n'),
    '## Events of the SDKs',
    "`@sentry/node` and, in Chromium, `@sentry/browser` run with Adit's options; then the early script runs without an SDK. They report errors of many kinds, odd values, scopes, spans and requests to a server that keeps them. No event has a secret, except what the application gave to `user` or to feedback on purpose.",
    table(
      ['SDK', 'events', 'the normaliser complains of', 'Relay alters', 'ours alter'],
      Object.entries(sdks).map(complaintsRow),
    ),
    `It complains of values that the application gave to the SDK, and keeps the event: ${COMPLAINTS.map(({ reason }) => reason).join(', ')}. It would refuse an event with half of an emoji. Our scrubber replaces the half.`,
  ].join('\n\n');
  writeFileSync(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
  console.log('\nWritten to docs/benchmarks/scrubbing.md.');
}
