import { expect, it } from '@jest/globals';
import { applicationWith } from '../../testing/applications.helper.ts';
import { diagnose } from '../diagnose.ts';
import { planFixes } from '../fixes/plan-fixes.ts';

const ADIT = "import { withAdit } from '@adit/next/config';\n";
const OLD = "const old = isOn && {\n  sentry: { tunnelRoute: '/old' },\n};\n";

/** The second tunnel that the doctor finds in a `next.config`, and the file without it. */
function judge(config: string) {
  const { repository, files } = applicationWith({ 'next.config.ts': `${ADIT}${config}` });
  const report = diagnose(repository, files);
  const found = report.findings.filter(({ message }) => message.startsWith('tunnelRoute'));
  const mended = planFixes(repository, files).changes.find(({ path }) => path === 'next.config.ts');
  return { lines: found.map(({ line }) => line), mended: mended?.after };
}

it.each([
  ['nothing uses the object', `${OLD}export default withAdit({});\n`],
  [
    'it is `sentry` of the configuration, which Next ignores',
    `${OLD}const next = { ...old };\nexport default withAdit(next, { sentry: { org: 'acme' } });\n`,
  ],
])('a tunnelRoute is no second tunnel if %s', (_case, config) => {
  expect(judge(config)).toEqual({ lines: [], mended: undefined });
});

it.each([
  [
    'the options of withAdit have it',
    "export default withAdit({}, { sentry: { tunnelRoute: '/new' } });\n",
    2,
  ],
  [
    'they spread a constant with it',
    "const sentry = { tunnelRoute: '/new' };\nexport default withAdit({}, { sentry: { ...sentry } });\n",
    2,
  ],
  [
    'a function of the file returns it',
    "function more() {\n  return { tunnelRoute: '/new' };\n}\nconst options = { sentry: more() };\nexport default withAdit({}, options);\n",
    3,
  ],
  ['withSentryConfig has it', "export default withAdit(withSentryConfig({}, { tunnelRoute: '/new' }));\n", 2],
  ['another file wraps the configuration', "export default ours({ sentry: { tunnelRoute: '/new' } });\n", 2],
])('control: it is one if %s', (_case, config, line) => {
  expect(judge(config).lines).toEqual([line]);
});

it('a mend takes out the one that Sentry’s build gets', () => {
  const { lines, mended } = judge(
    `${OLD}export default withAdit({ ...old }, { sentry: { org: 'acme', tunnelRoute: '/new' } });\n`,
  );

  expect(lines).toEqual([5]);
  expect(mended).toContain("withAdit({ ...old }, { sentry: { org: 'acme' } })");
  expect(mended).toContain("tunnelRoute: '/old'");
});
