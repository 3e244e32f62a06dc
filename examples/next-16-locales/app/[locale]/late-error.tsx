'use client';

/** Throws where neither React nor Sentry's SDK catches it, so that the browser alone tells of it. */
export function LateError() {
  return (
    <button
      onClick={() => {
        queueMicrotask(() => {
          throw new Error('The basket is broken');
        });
      }}
    >
      Throw
    </button>
  );
}
