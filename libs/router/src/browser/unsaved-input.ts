/** Options of {@link watchUnsavedInput}. */
export interface WatchUnsavedInputOptions {
  /** The target to listen on. Default the document. */
  readonly target?: EventTarget | undefined;
}

/** Watches for input that the visitor has typed and not sent. */
export interface UnsavedInput {
  /** Whether reloading the page would lose input. */
  readonly hasUnsavedInput: () => boolean;
  /**
   * Call it when all input is saved or no longer wanted: a soft navigation has committed, or the application has saved
   * by itself.
   */
  readonly clear: () => void;
  /** Stops watching, and clears recorded input. */
  readonly stop: () => void;
}

/** A search is quickly typed again. `data-unsaved="ignore"` marks other input that needs no confirmation. */
const IGNORED = 'input[type=search],[role=search],[role=searchbox],search,[data-unsaved=ignore]';

const isElement = (node: EventTarget): node is Element => node instanceof Element;

/** The form an edited element belongs to, by its `form` attribute or by place. */
function formOf(element: Element): unknown {
  return 'form' in element ? element.form : element.closest('form');
}

/**
 * Watches for input that a reload would lose, with one listener for all fields, editable elements and shadow trees.
 * Input counts until its form is submitted or reset, or has left the document. It is not compared with the field's
 * default value, because frameworks update that on input.
 */
export function watchUnsavedInput({ target = document }: WatchUnsavedInputOptions = {}): UnsavedInput {
  const edited = new Set<Element>();

  function forget(isOver: (element: Element) => boolean): void {
    for (const element of edited) if (isOver(element)) edited.delete(element);
  }
  const forgetRemoved = (): void => forget((element) => !element.isConnected);

  function handleInput(event: Event): void {
    const path = event.composedPath().filter(isElement);
    const [element] = path;
    if (element === undefined || path.some((ancestor) => ancestor.matches(IGNORED))) return;
    forgetRemoved();
    edited.add(element);
  }

  function handleEnd(event: Event): void {
    const [form] = event.composedPath();
    forget((element) => formOf(element) === form);
  }

  target.addEventListener('input', handleInput);
  target.addEventListener('submit', handleEnd);
  target.addEventListener('reset', handleEnd);
  return {
    hasUnsavedInput() {
      forgetRemoved();
      return edited.size > 0;
    },
    clear: () => edited.clear(),
    stop() {
      edited.clear();
      target.removeEventListener('input', handleInput);
      target.removeEventListener('submit', handleEnd);
      target.removeEventListener('reset', handleEnd);
    },
  };
}
