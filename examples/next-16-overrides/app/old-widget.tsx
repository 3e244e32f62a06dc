'use client';

export function OldWidget() {
  return (
    <button
      onClick={() => {
        throw new Error('Old widget: no partner');
      }}
    >
      Widget
    </button>
  );
}
