import { otherAgentsBlock } from '@adit/setup';
import type { Check } from '../check.ts';

/** Coding agents are told of the documents that this version has. */
export const agents: Check = {
  id: 'agents',
  title: 'AGENTS.md names the documents of this version, or has no block of Adit',
  run({ application, reader }) {
    const found = otherAgentsBlock(reader, application);
    if (found === undefined) return [];
    return [
      {
        level: 'warning',
        message: 'The block of Adit is that of another version, so it may name documents that are not there',
        ...found,
        fix: 'npx @adit/cli init',
      },
    ];
  },
};
