'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export default function RenderErrorPage() {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (inBrowser) throw new Error('The page broke while rendering');
  return <main>One moment</main>;
}
