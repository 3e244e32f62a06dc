'use client';

import type { FallbackTexts } from '@adit/fallback-ui';
import { InlineFault } from '@adit/fallback-ui/client';

/** One kind of fault for each of the words there are. */
const KINDS = ['client', 'offline', 'missing-chunk'] as const;

const doNothing = (): void => undefined;

/** What stands in for a part of a page, as nothing else in the gallery is: with scripts, and in a page around it. */
export function InlineFaults({ texts }: { texts: FallbackTexts }) {
  return KINDS.map((kind) => (
    <InlineFault
      key={kind}
      kind={kind}
      error={undefined}
      reference={kind === 'client' ? '2154321987' : undefined}
      retry={doNothing}
      reset={doNothing}
      texts={texts}
    />
  ));
}
