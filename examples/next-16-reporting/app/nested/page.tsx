'use client';

import { useState } from 'react';

export default function NestedPage() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('browser: nested boundary');
  return <button onClick={() => setBroken(true)}>nested boundary</button>;
}
