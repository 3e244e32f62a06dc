import { SKIPPED } from './skipped.mjs';

const list = (lines) => (lines.length > 0 ? lines.join('\n') : 'None.');

/** Each reason, with its tests below it. */
const byReason = (lost) =>
  [...new Set(lost.map(({ reason }) => reason))].flatMap((reason) => [
    `- ${reason ?? '**Not explained.**'}`,
    ...lost.filter((test) => test.reason === reason).map(({ name }) => `  - \`${name}\``),
  ]);

/** The page with what `compare` has found. `run` is the time and the machine. */
export function formatDocument({ folders, lost, won }, versions, run) {
  const rows = [...folders].map(([folder, row]) => [`\`${folder}\``, row]);
  const sum = { tests: 0, control: 0, ours: 0 };
  for (const row of folders.values()) for (const key of Object.keys(sum)) sum[key] += row[key];
  const line = ([name, { tests, control, ours }]) => `| ${name} | ${tests} | ${control} | ${ours} |`;
  return `# Beside Sentry's own browser tests

\`npm test -- upstream CHECKOUT --write\` has written this page ${run}. It runs Sentry's \`browser-integration-tests\`, of
version ${versions.tests}, in Chromium with the SDK ${versions.sdk}: with \`init\` of \`@sentry/browser\`, and with Adit's start in its place.

Tests that both fail expect what their version of the SDK did, or a page bundled by webpack: here, the browser runs their files as modules.

- With tests of version 10, both starts have \`traceLifecycle: 'static'\`, unless the test streams spans: version 11 streams by default.
- A test that adds tracing has Adit's stand-in if the page is not sampled, and Sentry's own tracing if it is. Tests without tracing have the stand-in too: Adit always traces.
- Adit's start keeps the names that the tests expect: of the SDK, and of files in stack frames. Tests of \`@adit/next\` compare both with those of Sentry's SDK for Next.
- A test whose outcomes differ runs again with both starts, alone and up to three times.

| folder | tests | pass with \`@sentry/browser\` | pass with Adit |
| --- | --: | --: | --: |
${rows.map(line).join('\n')}
${line(['all', sum])}

## Only \`@sentry/browser\` passes

${list(byReason(lost))}

## Only Adit passes

${list(won.map((name) => `- \`${name}\``))}

## What is not run

${list(Object.entries(SKIPPED).map(([folder, reason]) => `- \`${folder}\`: ${reason}`))}
`;
}
