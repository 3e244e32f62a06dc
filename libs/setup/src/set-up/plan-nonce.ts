import { findCspNonce, type CspNonce, readOption } from '@adit/codebase';
import { createReader, parseSource } from '@adit/codebase/source';
import { lacksNonce } from '../edits/nonce.ts';
import type { SetUp } from './context.ts';

/** The nonce that `AditRoot` needs; `undefined` if no policy has one, or if there is no inline script, without the router. */
export function neededNonce({ application, draft }: SetUp): CspNonce | undefined {
  const subject = { application, reader: createReader(draft) };
  return readOption(subject, 'router')?.value === false ? undefined : findCspNonce(subject);
}

/** The code that passes the nonce to `AditRoot`. */
export const nonceSnippet = ({ header }: CspNonce): string =>
  `import { headers } from 'next/headers';\nconst nonce = (await headers()).get('${header}') ?? undefined;\n<AditRoot nonce={nonce}>{children}</AditRoot>`;

/** Tells to add the nonce by hand if the layout has no variable with it: reading a request makes all pages dynamic. */
export function planNonce({ application, draft, steps }: SetUp, layout: string, nonce: CspNonce): void {
  const source = parseSource(layout, draft.read(layout) ?? '');
  if (source === undefined || !lacksNonce(source)) return;
  steps.push({
    application: application.folder,
    path: layout,
    reason: 'Lets browsers run the inline script that recovers pages whose scripts are missing.',
    byHand: {
      why: `AditRoot has no nonce, and the policy of ${nonce.path} has one`,
      snippet: nonceSnippet(nonce),
    },
  });
}
