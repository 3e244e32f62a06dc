'use client';

import { useSyncExternalStore } from 'react';
import { stamped } from '../../stamped';

const subscribeToNothing = () => () => undefined;

/** Renders on the server, and throws once it runs in a browser. */
export function ClientCrash() {
  const inBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  if (inBrowser) throw new Error(stamped('The lab threw this error while rendering in the browser.'));
  return <main className="frame">About to fail …</main>;
}
