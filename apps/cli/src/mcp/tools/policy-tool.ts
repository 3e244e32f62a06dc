import { isAbsolute, relative, resolve, sep } from 'node:path';
import { createPolicy, type PolicyDocument } from '@adit/policy/tunnel';
import { z } from 'zod';
import { runTryPolicy } from '../../commands/try-policy.ts';
import type { Host } from '../../host.ts';
import { UsageError } from '../../options.ts';
import { printProblems, readPolicyFile } from '../../policy-file.ts';
import { readEvent } from '../../try/tried-item.ts';
import { tryDocument } from '../../try/try-document.ts';
import { defineTool, type Tool, type ToolAnswer } from '../tool.ts';
import type { AskedTunnel } from './tunnel-tools.ts';

/** The most characters of an event as JSON. */
const MAX_EVENT_LENGTH = 200_000;

/** Says what becomes of events under a document of rules. */
export const createPolicyTool = (tunnel: AskedTunnel, host: Host): Tool =>
  defineTool({
    name: 'policy_try',
    title: 'Try a document of rules',
    description:
      'Says what becomes of an event under a policy document of @adit/policy: which rules match, whether it is dropped, sampled or kept, and how it is sent, with secrets taken out. Without an event, it tries the document on the last hour of the running tunnel, and compares it with the document in force. Without a file, the built-in rules alone hold. It also says what is wrong with the document. Use it before you change a noise rule.',
    input: z.object({
      file: z.string().max(1_000).optional().describe('The document, below the current folder'),
      event: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('An event as the SDK sends it: {"exception": {"values": [{"type": …, "value": …}]}}'),
    }),
    run: async ({ file, event }) => {
      if (file !== undefined) refuseOutside(file, host);
      const printed: string[] = [];
      const own = { folder: host.folder, print: (text: string) => void printed.push(text) };
      if (event === undefined) {
        if (file === undefined) throw new UsageError('name a file, an event, or both');
        const exitCode = await runTryPolicy(
          file,
          { ...tunnel, items: undefined, json: false },
          own,
          tunnel.fetch,
        );
        return { text: printed.join(''), isError: exitCode !== 0 };
      }
      const { document, problems } =
        file === undefined ? { document: { version: 1 } as const, problems: [] } : readPolicyFile(file, host);
      if (document === undefined) {
        printProblems(file ?? '', problems, false, own);
        return { text: printed.join(''), isError: true };
      }
      return tryEvent(document, event);
    },
  });

function tryEvent(document: PolicyDocument, event: Readonly<Record<string, unknown>>): ToolAnswer {
  const json = JSON.stringify(event);
  if (json.length > MAX_EVENT_LENGTH)
    throw new UsageError(`the event has ${json.length} characters; at most ${MAX_EVENT_LENGTH} are read`);
  const item = readEvent(event);
  const { rules } = tryDocument(document, { items: [item] });
  const matched = rules.filter((rule) => rule.matched.items > 0);
  const droppedBy = matched.filter((rule) => rule.dropped.items > 0 && !rule.isDryRun).map(({ id }) => id);
  const sent = droppedBy.length > 0 ? undefined : sentAs(document, item.type, json);
  const ruleLines = matched.map(
    ({ id, action, isBuiltIn, isDryRun }) =>
      `- ${id}: ${action}${isBuiltIn ? ' (built in)' : ''}${isDryRun ? ' (dry run: no effect)' : ''}`,
  );
  return {
    text: [
      droppedBy.length > 0 ? `Dropped by ${droppedBy.join(', ')}.` : 'Kept.',
      ...(ruleLines.length > 0 ? ['Rules that match:', ...ruleLines] : ['No rule matches it.']),
      ...(sent === undefined ? [] : [sent === json ? 'It is sent as it came.' : `It is sent as:\n${sent}`]),
      'Budgets, and rules that need the page (such as page-leave-abort), are not tried.',
    ].join('\n'),
    data: {
      isKept: droppedBy.length === 0,
      droppedBy,
      matched: matched.map(({ id, action, isBuiltIn, isDryRun }) => ({ id, action, isBuiltIn, isDryRun })),
    },
  };
}

/** The payload that goes on. */
function sentAs(document: PolicyDocument, type: string, json: string): string {
  const policy = createPolicy({ document });
  const judge = policy.open({
    header: new TextEncoder().encode('{}'),
    trace: undefined,
    sdk: undefined,
    project: '',
    userAgent: undefined,
  });
  const payload = judge.judge({ type }, new TextEncoder().encode(json))?.payload;
  return payload === undefined ? json : new TextDecoder().decode(payload);
}

function refuseOutside(file: string, { folder }: Host): void {
  const way = relative(folder, resolve(folder, file));
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new UsageError(`${file} lies outside the current folder; copy it here, or run adit policy try`);
}
