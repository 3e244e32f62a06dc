/** `selected`: the visitor can copy the selected text. `not-found`: the text is not shown anywhere. */
export type CopyOutcome = 'copied' | 'selected' | 'not-found';

/** The first text node that holds the text, searched outwards from an element to the end of its tree. */
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
  // Unlike `addRange`, this reaches into shadow trees.
  document.getSelection()?.setBaseAndExtent(node, start, node, start + text.length);
  return true;
}

/** Copies with the command that browsers allow on a click without a permission. */
function copyByCommand(text: string): boolean {
  let isWritten = false;
  // The selection may be wider than the text, because of `user-select: all`.
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isWritten = event.clipboardData !== null;
  };
  document.addEventListener('copy', write, { capture: true, once: true });
  try {
    // Deprecated, but the only way on plain HTTP and without the permission.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy') && isWritten;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', write, { capture: true });
  }
}

/**
 * Copies a text in any way the browser allows. If it allows none, the text is left selected near the given element. Never
 * rejects. Everything before the first answer of the browser is synchronous, because Firefox only allows copying during
 * the click.
 */
export async function copyText(text: string, near: Element): Promise<CopyOutcome> {
  // Missing on plain HTTP, although the types say otherwise.
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return 'copied';
    } catch {
      // Denied by the visitor, or to the frame that the page is in.
    }
  }
  const isSelected = selectText(text, near);
  if (copyByCommand(text)) {
    document.getSelection()?.removeAllRanges();
    return 'copied';
  }
  return isSelected ? 'selected' : 'not-found';
}
