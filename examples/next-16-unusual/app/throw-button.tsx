'use client';

export function ThrowButton() {
  return (
    <button
      onClick={() => {
        throw new Error('The basket is broken');
      }}
    >
      Throw
    </button>
  );
}
