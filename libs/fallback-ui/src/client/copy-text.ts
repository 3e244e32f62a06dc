/** How a text ended: copied, selected for the reader to copy, or neither, as it is nowhere to be seen. */
export type CopyOutcome = 'copied' | 'selected' | 'not-found';

/** The first text node of an element that holds the text, searched outwards from the element to the end of its tree. */
function findText(text: string, near: Element): Text | undefined {
  for (let scope: Node | null = near; scope; scope = scope.parentNode) {
    if (!scope.textContent?.includes(text)) continue;
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (node.data.includes(text)) return node;
    }
  }
  return undefined;
}

function selectText(text: string, near: Element): boolean {
  const node = findText(text, near);
  if (!node) return false;
  const start = node.data.indexOf(text);
  // Unlike a range that is added, this one reaches into shadow trees.
  document.getSelection()?.setBaseAndExtent(node, start, node, start + text.length);
  return true;
}

/** Copies by the command browsers allow on a click without any permission. */
function copyByCommand(text: string): boolean {
  let isWritten = false;
  // The selection may be wider than the text, by `user-select: all` for one; what is copied is the text.
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isWritten = event.clipboardData !== null;
  };
  document.addEventListener('copy', write, { capture: true, once: true });
  try {
    // Deprecated for years, and the only way on plain HTTP and where the permission is denied.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    return document.execCommand('copy') && isWritten;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', write, { capture: true });
  }
}

/**
 * Copies a text, by whichever way the browser allows. Where it allows none, the text is left selected where it is shown,
 * near the given element. Never rejects. Until the first answer of the browser it is synchronous, as Firefox asks of
 * what wants to count as part of a click.
 */
export async function copyText(text: string, near: Element): Promise<CopyOutcome> {
  // Missing on plain HTTP, whatever the types say.
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return 'copied';
    } catch {
      // Denied by the reader, or to the frame the page is in.
    }
  }
  const isSelected = selectText(text, near);
  if (copyByCommand(text)) {
    document.getSelection()?.removeAllRanges();
    return 'copied';
  }
  return isSelected ? 'selected' : 'not-found';
}
