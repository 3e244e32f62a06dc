import { readOption, readTunnelPath } from '@adit/codebase';
import { blockListsKnowing, chooseTunnelPath } from '@adit/setup';
import type { Check } from '../check.ts';

/** Words that describe the request. Rules for one site, and users' own rules, often contain them. */
const TELLING = /sentry|track|telemetry|analytics|metrics|collect|beacon|^\/(?:stats|logs?|monitoring)$/i;

/** Ad blockers let requests to the tunnel path pass. */
export const blockLists: Check = {
  id: 'block-lists',
  title: 'No block list that is known here has a rule for the tunnel path',
  run(subject) {
    const path = readTunnelPath(subject)?.whole;
    if (path === undefined)
      return [{ level: 'ok', message: 'Not checked: the code computes the tunnel path' }];
    const lists = blockListsKnowing(path);
    if (lists.length === 0 && !TELLING.test(path)) return [];
    const { path: file, line } = readOption(subject, 'monitoring.tunnelPath') ?? {};
    return [
      {
        level: 'warning',
        message:
          lists.length > 0
            ? `${lists.join(' and ')} ${lists.length > 1 ? 'have' : 'has'} a rule for ${path}`
            : `${path} says what it is for, so block lists may have a rule for it`,
        path: file,
        line,
        fix: `Set monitoring.tunnelPath to '${chooseTunnelPath(subject.application.name)}' in adit.config.`,
      },
    ];
  },
};
