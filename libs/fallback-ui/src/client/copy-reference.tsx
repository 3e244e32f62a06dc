import { useState } from 'react';
import type { FallbackTexts } from '../texts/fallback-texts.ts';
import { copyText } from './copy-text.ts';

/** What {@link CopyReference} accepts. */
export interface CopyReferenceProps {
  /** What is copied. It must be shown near by, where it is selected if the browser does not allow to copy. */
  readonly value: string;
  readonly texts: Pick<FallbackTexts, 'actions' | 'copied' | 'copyByHand'>;
}

/**
 * A button that copies the reference of an error, without a permission and on plain HTTP too. Give it to a screen as
 * `referenceAction`.
 */
export function CopyReference({ value, texts: { actions, copied, copyByHand } }: CopyReferenceProps) {
  const [said, say] = useState('');
  const copy = async (button: Element) => {
    // Emptied first: the same words again would not be announced.
    say('');
    const outcome = await copyText(value, button);
    say({ copied, selected: copyByHand, 'not-found': value }[outcome]);
  };
  return (
    <span className="adit-fallback-copy">
      <button
        className="adit-fallback-action adit-fallback-scripted"
        type="button"
        onClick={({ currentTarget }) => void copy(currentTarget)}
      >
        {actions.copy}
      </button>
      {/* In the page before its words are: a status that comes with its words is not announced. */}
      <span className="adit-fallback-copy-status" role="status">
        {said}
      </span>
    </span>
  );
}
