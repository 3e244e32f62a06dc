import { NOISE_RULES, SECRET_KINDS } from '@adit/policy';
import { z } from 'zod';
import { defineTool, type Tool } from '../tool.ts';

/** Reads a document of an installed package; `undefined` if it is missing. */
export type ReadDocument = (name: string, path: string) => string | undefined;

/** Says what a rule, a kind of secret or a check is. */
export const createExplainTool = (readDocument: ReadDocument): Tool =>
  defineTool({
    name: 'explain',
    title: 'Explain a rule or a check',
    description:
      'Says what a built-in noise rule (such as bot), a kind of secret that is taken out (such as email) or a check of the doctor (such as tunnel-path) does, why, and how to switch it off or mend it. Without a name, it lists all of them.',
    input: z.object({ name: z.string().max(100).optional().describe('Default: list all names') }),
    run: ({ name }) => {
      const checks = sectionsOf(readDocument('@adit/doctor', 'docs/doctor.md') ?? '');
      if (name === undefined) return { text: listOf(checks) };
      const parts = [
        noiseText(name, readDocument('@adit/policy', 'docs/noise-rules.md') ?? ''),
        secretText(name, readDocument('@adit/policy', 'docs/secrets.md') ?? ''),
        checks.get(name),
      ].filter((part) => part !== undefined);
      return parts.length > 0
        ? { text: parts.join('\n\n') }
        : { text: `${name} is unknown.\n${listOf(checks)}`, isError: true };
    },
  });

const listOf = (checks: ReadonlyMap<string, string>): string =>
  [
    `Noise rules: ${NOISE_RULES.map(({ id }) => id).join(', ')}.`,
    `Kinds of secrets: ${SECRET_KINDS.join(', ')}.`,
    `Checks of the doctor: ${[...checks.keys()].join(', ')}.`,
  ].join('\n');

function noiseText(name: string, document: string): string | undefined {
  const rule = NOISE_RULES.find(({ id }) => id === name);
  if (rule === undefined) return undefined;
  const does = 'fingerprint' in rule ? 'keeps and groups events' : 'drops events';
  const sides = { client: 'browsers', server: 'servers', both: 'browsers and servers' }[rule.side];
  const events = rowOf(name, document)?.at(-1);
  return [
    `Noise rule ${name} ${does} of ${sides}. ${rule.reason}.`,
    ...(events === undefined ? [] : [`Events that match: ${events}.`]),
    `Switch it off: {"version": 1, "noise": {"disabled": ["${name}"]}} as the policy document, or monitoring: { noise: { disabled: ['${name}'] } } in adit.config. Count without dropping: "dryRun": true in place of "disabled".`,
    'Client reports and the operations page count what it drops under its name.',
  ].join('\n');
}

function secretText(name: string, document: string): string | undefined {
  if (!SECRET_KINDS.includes(name)) return undefined;
  const row = rowOf(name, document)?.at(-1) ?? 'a token of a service, by its documented prefix';
  return [
    `Secret ${name}: ${row}. It becomes [Filtered].`,
    `Switch it off: {"version": 1, "scrub": {"disabled": ["${name}"]}} as the policy document, or monitoring: { scrub: { disabled: ['${name}'] } } in adit.config. More names of secret values: "parameters"; fewer: "allowed".`,
  ].join('\n');
}

/** The cells of the row of a table whose first cell names it. */
const rowOf = (name: string, document: string): readonly string[] | undefined =>
  document
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .find(([first = '']) => first.split(', ').includes(`\`${name}\``));

/** The sections of the guide to the checks, by the id of the check. */
const sectionsOf = (document: string): ReadonlyMap<string, string> =>
  new Map(
    document
      .split(/^### /m)
      .slice(1)
      .flatMap((text) => {
        const [, id] = /^`([\w-]+)`/.exec(text) ?? [];
        return id === undefined ? [] : [[id, `Check ${text.replace(/\n## [\s\S]*/, '').trim()}`] as const];
      }),
  );
