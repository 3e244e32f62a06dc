/** Options of {@link watchUnsavedInput}. */
export interface WatchUnsavedInputOptions {
  /** Where input arrives. Default the document. */
  readonly target?: EventTarget | undefined;
}

/** Watches for input that the visitor has typed and not sent. */
export interface UnsavedInput {
  /** Whether reloading the page would lose input. */
  readonly hasUnsavedInput: () => boolean;
  /** All of it is saved, or no longer wanted: a soft navigation has committed, or the application has saved on its own. */
  readonly clear: () => void;
  /** Stops watching, and clears what it has seen. */
  readonly stop: () => void;
}

/** A search is typed again in a moment; `data-unsaved="ignore"` is for whatever else is not worth a question. */
const IGNORED = 'input[type=search],[role=search],[role=searchbox],search,[data-unsaved=ignore]';

const isElement = (node: EventTarget): node is Element => node instanceof Element;

/** The form an edited element belongs to, by its `form` attribute or by place. */
function formOf(element: Element): unknown {
  return 'form' in element ? element.form : element.closest('form');
}

/**
 * Watches for input that a reload would lose, through one listener for all fields, editable elements and shadow trees.
 * What was typed counts until its form is submitted or reset, or has left the document. It is not compared with the
 * field's default value, because frameworks write what is typed there.
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
