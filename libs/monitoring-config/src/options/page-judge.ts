import { createPageJudge } from '@adit/policy/page';
import type { Monitoring } from '../define-monitoring.ts';
import type { OutcomeLog } from '../outcome-log.ts';
import type { PageState } from './assemble.ts';
import type { Judge } from './judge.ts';
import { recordDrop } from './record-drop.ts';

/**
 * Creates a {@link Judge} for a browser whose tunnel has a policy: it drops what only the browser can tell, and adds the
 * facts of the page that the tunnel needs. Noise and secrets leave the browser, and the tunnel removes them.
 */
export function judgeInTunnel(
  { noise }: Monitoring,
  { log, ...page }: PageState & { readonly log?: OutcomeLog | undefined },
): Judge {
  return createPageJudge({ ...noise, ...page, onDrop: log && recordDrop(log) });
}
