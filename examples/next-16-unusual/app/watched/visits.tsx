'use client';

import { useEffect, useState } from 'react';

/** Counts navigations at once. Next writes the history in an insertion effect, where React refuses updates. */
export function Visits() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const visited = (): void => setCount((before) => before + 1);
    navigation.addEventListener('currententrychange', visited);
    return () => navigation.removeEventListener('currententrychange', visited);
  }, []);
  return <p>{count} navigations</p>;
}
