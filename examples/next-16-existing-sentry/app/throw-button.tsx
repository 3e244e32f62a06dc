'use client';

export function ThrowButton() {
  return (
    <button
      onClick={() => {
        throw Object.assign(new Error('The basket is broken'), { basket: 'b-7' });
      }}
    >
      Throw
    </button>
  );
}
