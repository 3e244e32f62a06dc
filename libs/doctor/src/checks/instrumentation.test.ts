import { expect, it } from '@jest/globals';
import { planSetup } from '@adit/setup';
import { applicationWith } from '../../testing/applications.helper.ts';
import { diagnose } from '../diagnose.ts';

const TS = 'instrumentation.ts';
const MADE =
  "import { createHandler } from 'logs';\n\nexport const onRequestError = createHandler(logger);\n";

/** The file with the lines of the snippet, which the user writes instead of the export. */
const follow = (text: string, snippet: string): string => {
  const [head = '', , ...body] = snippet.split('\n').slice(0, -1);
  return text.replace(/export const onRequestError .*\n/, body.join('\n')).replace(/^/, `${head}\n`);
};

it('a hook that another function makes is complete when the snippet is written and the command ran again', () => {
  const { repository, files } = applicationWith({ [TS]: MADE });
  const step = planSetup(repository, files).steps.find(({ path }) => path === TS);
  const done = applicationWith({ [TS]: follow(MADE, step?.byHand?.snippet ?? '') });
  const second = planSetup(done.repository, done.files);
  for (const { path, after } of second.changes) if (after !== undefined) done.files.write(path, after);

  expect(second.steps.filter(({ byHand }) => byHand)).toEqual([]);
  expect(done.files.read(TS)).toContain("export { register } from '@adit/next/instrumentation';");
  const wrong = ({ repository, files }: Pick<typeof done, 'repository' | 'files'>) =>
    diagnose(repository, files).findings.filter(
      ({ check, level }) => check === 'instrumentation' && level !== 'ok',
    ).length;
  // Control: before that, the doctor reports that nothing starts Adit.
  expect([wrong({ repository, files }), wrong(done)]).toEqual([1, 0]);
});
