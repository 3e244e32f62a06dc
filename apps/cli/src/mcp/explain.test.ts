import { expect, it } from '@jest/globals';
import { callTool } from './call-tool.ts';
import { createExplainTool, type ReadDocument } from './tools/explain-tool.ts';

const DOCUMENTS: Readonly<Record<string, string>> = {
  'docs/doctor':
    '# The doctor\n\n### `tunnel-path`\n\nOne path.\n\n## Other findings\n\n### Not a check\n\nText.\n',
  'docs/noise-rules':
    '| rule  | side | events   |\n| ----- | ---- | -------- |\n| `bot` | both | crawlers |\n',
  'docs/secrets':
    '| kind            | what   |\n| --------------- | ------ |\n| `jwt`, `bearer` | tokens |\n',
};
const written: ReadDocument = (_name, path) => DOCUMENTS[path.replace(/\.\w+$/, '')];
const missing: ReadDocument = () => undefined;

const explain = async (name: string | undefined, readDocument = written) =>
  callTool(createExplainTool(readDocument), { name });

it('says of a rule why, what it matches, and how it is switched off', async () => {
  const { text } = await explain('bot');

  expect(text).toMatch(/^Noise rule bot drops events of browsers and servers\. /);
  expect(text).toContain('\nEvents that match: crawlers.\n');
  expect(text).toContain('{"version": 1, "noise": {"disabled": ["bot"]}}');
  expect((await explain('chunk-load-error')).text).toMatch(/^Noise rule chunk-load-error keeps and groups /);
});

it('says of a secret what is taken out', async () => {
  expect((await explain('bearer')).text).toMatch(/^Secret bearer: tokens\. It becomes \[Filtered\]\./);
  expect((await explain('slack-token')).text).toContain('a token of a service');
});

it('has the section of a check, without what follows', async () => {
  expect((await explain('tunnel-path')).text).toBe('Check `tunnel-path`\n\nOne path.');
});

it('lists what it knows', async () => {
  expect((await explain(undefined)).text).toMatch(/\nChecks of the doctor: tunnel-path\.$/);
  expect(await explain('nothing')).toMatchObject({ isError: true });
});

it('does without documents', async () => {
  expect((await explain('bot', missing)).text).not.toContain('Events that match');
  expect((await explain('email', missing)).text).toContain('Secret email: a token');
  expect(await explain('tunnel-path', missing)).toMatchObject({ isError: true });
});
