import { NOISE_RULES, SECRET_KINDS } from '@adit/policy';
import { describe, expect, it } from '@jest/globals';
import { readInstalled } from '../commands/mcp.ts';
import { callTool } from './call-tool.ts';
import { createExplainTool, type ReadDocument } from './tools/explain-tool.ts';

const explain = (input: { name?: string }, readDocument: ReadDocument = readInstalled) =>
  callTool(createExplainTool(readDocument), input);

describe('explain, with the documents of the installed packages', () => {
  it.each(NOISE_RULES.map(({ id, reason }) => ({ id, reason })))(
    'says why $id is noise, and which events it matches',
    async ({ id, reason }) => {
      const { text, isError } = await explain({ name: id });

      expect(isError).toBe(false);
      expect(text).toMatch(new RegExp(`^Noise rule ${id} (?:drops|keeps and groups) events of `));
      expect(text).toContain(reason);
      expect(text).toMatch(/^Events that match: \S.+\.$/m);
    },
  );

  it.each(SECRET_KINDS)('says what the secret %s is, and how it stays', async (kind) => {
    const { text } = await explain({ name: kind });

    expect(text).toMatch(new RegExp(`^Secret ${kind}: \\S.+ It becomes \\[Filtered\\]\\.\n`));
    expect(text).toContain(`"scrub": {"disabled": ["${kind}"]}`);
  });

  it('says what a check looks at, why, and how to mend it', async () => {
    const { text } = await explain({ name: 'tunnel-path' });

    expect(text).toMatch(/^Check `tunnel-path`\n/);
    expect(text).toContain('**Why:**');
    expect(text).toContain('**Mend:**');
    expect((await explain({ name: 'debug-id' })).text).not.toContain('Findings that are no checks');
  });

  it('lists all names, also if one is unknown', async () => {
    expect((await explain({})).text).toMatch(/^Noise rules: .*\bbot\b.*\n.*\bemail\b.*\n.*\bset-up\b/);
    expect(await explain({ name: 'nothing' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^nothing is unknown\.\nNoise rules: /),
    });
  });
});

it('does without documents', async () => {
  const none: ReadDocument = () => readInstalled('@adit/none', 'README.md');

  expect((await explain({ name: 'bot' }, none)).text).toContain('Noise rule bot drops events');
  expect((await explain({ name: 'email' }, none)).text).toContain('Secret email');
  expect(await explain({ name: 'tunnel-path' }, none)).toMatchObject({ isError: true });
});
