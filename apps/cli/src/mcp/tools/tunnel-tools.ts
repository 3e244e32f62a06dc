import { z } from 'zod';
import { askServer } from '../../ask-server.ts';
import { runTail } from '../../commands/tail.ts';
import { UsageError } from '../../options.ts';
import { lineOf, type OutcomeEntry } from '../../show/outcome-text.ts';
import { defineTool, type Tool } from '../tool.ts';

/** The tunnel that tools ask. The tools have no address of their own: the token goes nowhere else. */
export interface AskedTunnel {
  /** Origin of the admin port, or address of the operations page. */
  readonly url: string;
  readonly token: string | undefined;
  /** Bounded in time and size. */
  readonly fetch: typeof fetch;
}

/** The most outcomes of an answer. */
const MAX_OUTCOMES = 100;

/** Tools that ask a running tunnel what it has done. */
export const createTunnelTools = (tunnel: AskedTunnel): readonly Tool[] => [
  defineTool({
    name: 'tail',
    title: 'List what the tunnel did last',
    description:
      'Lists the newest outcomes of the running tunnel, oldest first: forwarded, spooled (stored), filtered (dropped by rules), redelivered, given-up, refused and more, each with reason, status, event id, project and item types.',
    input: z.object({
      limit: z.int().min(1).max(MAX_OUTCOMES).default(20).describe('The most outcomes'),
    }),
    run: async ({ limit }) => {
      const outcomes = (await newestOutcomes(tunnel, limit)).slice(0, limit).reverse();
      const text =
        outcomes.length === 0 ? 'The tunnel has no outcomes yet.' : outcomes.map(lineOf).join('\n');
      return { text, data: { outcomes } };
    },
  }),
  defineTool({
    name: 'find_event',
    title: 'Say where an event went',
    description:
      'Says what the running tunnel knows of one event: forwarded with which answer, stored until when, dropped by which rule or rate limit, refused for which reason. If it knows nothing, it says since when it keeps outcomes, and what was refused before an id was read. The id is the reference on an error screen, or event_id.',
    input: z.object({
      event_id: z.string().max(64).describe('32 hexadecimal digits, with or without hyphens'),
    }),
    run: async ({ event_id: eventId }) => {
      const printed: string[] = [];
      const host = { print: (text: string) => void printed.push(text), warn: () => undefined };
      await runTail(eventId, { ...tunnel, json: false }, host, tunnel);
      return { text: printed.join('') };
    },
  }),
];

async function newestOutcomes(
  { url, token, fetch: ask }: AskedTunnel,
  limit: number,
): Promise<readonly OutcomeEntry[]> {
  const response = await askServer(ask, { url, path: `outcomes?limit=${limit}`, token });
  const { outcomes } = ((await response.json()) ?? {}) as { outcomes?: unknown };
  if (!Array.isArray(outcomes)) throw new UsageError('the answer has no list of outcomes; is --url right?');
  return outcomes as readonly OutcomeEntry[];
}
