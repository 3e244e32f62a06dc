import { addAgentsBlock, agentsFile } from '../edits/agents-block.ts';
import type { SetUp } from './context.ts';

/** Tells agents where the documents of the installed version are. */
export function planAgents({ application, draft, style, steps }: SetUp): void {
  const path = agentsFile(application);
  const edit = addAgentsBlock(draft.read(path), style.eol);
  if (edit.kind === 'same') return;
  if (edit.kind === 'changed') draft.write(path, edit.text);
  steps.push({
    application: application.folder,
    path,
    reason: 'Tells coding agents where the documents of Adit are.',
    ...(edit.kind === 'unknown' && { byHand: { why: edit.why, snippet: edit.snippet ?? '' } }),
  });
}
