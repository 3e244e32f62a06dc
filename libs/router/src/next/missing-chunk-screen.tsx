'use client';

import type { ReactNode } from 'react';
// Browsers use another file instead, without its code.
import { useRecovery } from '#recovery';

/** Props of {@link MissingChunkScreen}. */
export interface MissingChunkScreenProps {
  /** The same as for the bridge. */
  readonly buildId: string;
  /** Nonce of the inline script, for a content security policy that requires one. Default none. */
  readonly nonce?: string | undefined;
  /** The screen: readable and usable without scripts. */
  readonly children: ReactNode;
}

/**
 * The screen of a page that cannot start because one of its scripts is missing and reloading the page did not help. Put
 * it into the body of the root layout: a server writes it into the head, as a template and an inline script that recovers
 * the page, and nothing into the body. Neither the page's data nor the browser's code contains it.
 */
export function MissingChunkScreen(props: MissingChunkScreenProps): ReactNode {
  useRecovery(props);
  return null;
}
