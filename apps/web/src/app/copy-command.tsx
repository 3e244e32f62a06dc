'use client';

import { useState } from 'react';

/** A command that a press copies. Without a clipboard, its text is selected instead. */
export function CopyCommand({ command }: { command: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (button: HTMLElement): Promise<void> => {
    try {
      await navigator.clipboard.writeText(command);
      setIsCopied(true);
    } catch {
      getSelection()?.selectAllChildren(button.previousElementSibling ?? button);
    }
  };
  return (
    <p className="panel command">
      <code>{command}</code>
      <button type="button" className="button" onClick={(event) => void copy(event.currentTarget)}>
        Copy
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'The command is copied.' : ''}
      </span>
    </p>
  );
}
