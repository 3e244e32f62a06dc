'use client';

import { useContext, useMemo, useSyncExternalStore } from 'react';
import { BridgeContext } from './bridge-context.ts';

/** A Server Action that the server did not process, because it belonged to an older build of the page. */
export interface UnsentAction {
  /** Hides the message. */
  readonly dismiss: () => void;
}

const nothing = (): undefined => undefined;
const subscribeToNothing = () => nothing;

/**
 * Returns whether this page was loaded again because its server did not know the Server Action that the visitor sent.
 * The typed values are restored; tell the visitor to send them again. `undefined` otherwise, once the visitor submits a form
 * or opens another page, and on the server.
 */
export function useUnsentAction(): UnsentAction | undefined {
  const unsent = useContext(BridgeContext)?.runtime?.unsent;
  const isUnsent = useSyncExternalStore(
    unsent?.subscribe ?? subscribeToNothing,
    unsent?.state ?? nothing,
    nothing,
  );
  return useMemo(() => (isUnsent ? { dismiss: () => unsent?.enter(false) } : undefined), [isUnsent, unsent]);
}
