import { useState } from 'react';

export default function BrowserPage() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('pages: render in the browser');
  return (
    <>
      <button onClick={() => setBroken(true)}>render</button>
      <button
        onClick={() => {
          throw new Error('pages: event handler');
        }}
      >
        event handler
      </button>
    </>
  );
}
