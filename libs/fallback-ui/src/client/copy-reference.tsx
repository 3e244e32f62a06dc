import { useState } from 'react';
import type { FallbackTexts } from '../texts/fallback-texts.ts';
import { copyText } from './copy-text.ts';

interface CopyReferenceProps {
  /** The text to copy. Show it nearby: if the browser does not allow copying, it is selected there. */
  readonly value: string;
  readonly texts: Pick<FallbackTexts, 'actions' | 'copied' | 'copyByHand'>;
}

/**
 * A button that copies the reference of an error, without a permission and on plain HTTP too. Pass it to a screen as
 * `referenceAction`.
 */
export function CopyReference({ value, texts: { actions, copied, copyByHand } }: CopyReferenceProps) {
  const [message, setMessage] = useState('');
  const copy = async (button: Element) => {
    // Emptied first, because a screen reader does not announce the same words again.
    setMessage('');
    const outcome = await copyText(value, button);
    setMessage({ copied, selected: copyByHand, 'not-found': value }[outcome]);
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
      {/* In the page before its text: a status that is inserted together with its text is not announced. */}
      <span className="adit-fallback-copy-status" role="status">
        {message}
      </span>
    </span>
  );
}
