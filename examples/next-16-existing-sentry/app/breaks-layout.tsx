'use client';

import { useEffect, useState } from 'react';

/** Throws in the root layout, above every error.tsx: only global-error.tsx is left. */
export function BreaksLayout() {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const onBreak = () => setBroken(true);
    addEventListener('break-layout', onBreak);
    return () => removeEventListener('break-layout', onBreak);
  }, []);
  if (isBroken) throw new Error('The layout broke');
  return null;
}
