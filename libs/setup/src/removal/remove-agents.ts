import type { Application, Draft, Step } from '@adit/codebase';
import { agentsFile, takeAgentsBlock } from '../edits/agents-block.ts';

/** Takes the block out again, and removes the file if it holds nothing else. */
export function removeAgents({ folder }: Application, draft: Draft): readonly Step[] {
  const path = agentsFile({ folder });
  const edit = takeAgentsBlock(draft.read(path) ?? '');
  if (edit.kind === 'same') return [];
  const step = { application: folder, path };
  if (edit.kind === 'unknown')
    return [
      {
        ...step,
        reason: 'Has a block of Adit.',
        byHand: { why: edit.why, snippet: edit.snippet ?? '' },
      },
    ];
  if (edit.text === undefined) draft.remove(path);
  else draft.write(path, edit.text);
  return [
    {
      ...step,
      reason:
        edit.text === undefined ? 'Only Adit needs this file.' : 'Takes out what Adit needs; the rest stays.',
    },
  ];
}
