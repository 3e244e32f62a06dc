import { withoutFragment } from '../url/address.ts';
import type { LocationLike, PageClock, StorageLike, TimerHandle } from '../platform.ts';
import { createInputNote, type KeptInput, type Values } from './input-note.ts';
import {
  hasCardNumber,
  isChanged,
  mayKeep,
  nameFields,
  setValue,
  valueOf,
  type Field,
} from './kept-fields.ts';

/** A page that streams in or waits for a chunk has its fields late: the waits double from the first to the last. */
const FIRST_WAIT_MS = 100;
const LAST_WAIT_MS = 3_200;

/** A form that was submitted this long before a Server Action is sent is the action's. */
const SUBMITTED_MS = 1_000;

/** After its refreshed data, a router of an older build loads the page within this time. */
const REFRESHED_MS = 10_000;

/** A Server Action that was sent. Call one of them. */
export interface SentAction {
  /** The server has processed it: a note of an earlier action is removed. */
  readonly arrived: () => void;
  /**
   * Nobody knows whether the server has processed it: its form counts as not submitted. An error screen may take its
   * place; the form that comes after the next click gets the values.
   */
  readonly failed: () => void;
  /** The server does not know it: keeps the values of its form, too. */
  readonly refused: () => void;
}

/** Keeps what the visitor typed while the same page is loaded again. */
export interface InputKeeper {
  /** Remembers the values in this document: an error screen may replace the fields before the page is left. */
  readonly note: () => void;
  /** Keeps the values for the next document of this page. Call it when the page is about to be loaded again. */
  readonly keep: () => void;
  /** Notes that the router got new data of this page: from another build, it would load the page. */
  readonly refreshed: () => void;
  /**
   * Notes that a Server Action is being sent.
   * @param isMeant whether the visitor sends it; the next document says nothing of one that the page sends by itself
   */
  readonly sending: (isMeant: boolean) => SentAction;
  /** Stops listening and restoring. */
  readonly stop: () => void;
}

/** Options of {@link createInputKeeper}. */
export interface InputKeeperOptions {
  readonly view: Pick<Window, 'document' | 'addEventListener'> & { readonly navigation?: EventTarget };
  readonly location: Pick<LocationLike, 'href'>;
  readonly clock: PageClock;
  /** Returns `sessionStorage`. It may throw; nothing is kept then. */
  readonly storage: () => StorageLike | null | undefined;
  /** Called at once if the last document of this page sent an action that its server does not know. */
  readonly onUnsent: () => void;
  /** The fields that the visitor has edited in this document. */
  readonly edited: WeakSet<object>;
  /** Those of them that hid it. */
  readonly secret: WeakSet<object>;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** React has made the element its own; before that, it would not notice a change. */
const isHydrated = (field: Field): boolean => Object.keys(field).some((key) => key.startsWith('__react'));

/**
 * Keeps typed values of fields in the tab's storage over a load of the same page, for at most five minutes. A page of
 * another address restores nothing. Passwords, codes and cards are not kept (kept-fields.ts), nor are fields in frames
 * and shadow trees. A form that was submitted or reset is over, unless it is edited again, or the server does not know
 * its action.
 */
export function createInputKeeper({
  view,
  location,
  clock,
  storage,
  onUnsent,
  edited,
  secret,
  now = Date.now,
}: InputKeeperOptions): InputKeeper {
  const { document } = view;
  const stopped = new AbortController();
  const options = { signal: stopped.signal, capture: true };
  const over = new WeakSet();
  let noted: Values = new Map();
  let page: string | undefined;
  let submitted:
    | { readonly form: object; readonly page: string; readonly atMs: number; readonly values: Values }
    | undefined;
  /** The page on which an action of the visitor has failed. */
  let failedOn: string | undefined;
  let refreshedMs = 0;
  /** The page that the document is being left for; `undefined` if nobody has said. */
  let leavingFor: string | undefined;
  /** Keeps once more what changes until this page is left. */
  let again: { readonly page: string; readonly keep: () => void } | undefined;
  let timer: TimerHandle;

  const here = (): string => withoutFragment(location.href);
  const kept = createInputNote({ document, here, storage, now });

  /** The typed values of this document, without those of forms that are over. */
  function read(unsent?: object): Values {
    const values: Values = new Map();
    for (const [name, field] of nameFields(document)) {
      const { form } = field;
      const isOver = form !== null && form !== unsent && over.has(form);
      if (isOver || secret.has(field) || !mayKeep(field) || !(edited.has(field) || isChanged(field)))
        continue;
      const value = valueOf(field);
      if (typeof value !== 'string' || !hasCardNumber(value)) values.set(name, value);
    }
    return values;
  }

  function note(): void {
    if (page !== here()) noted = new Map();
    page = here();
    for (const [name, value] of read()) noted.set(name, value);
  }

  /** Forgets what was typed: it was sent. */
  function end(): void {
    noted.clear();
    again = undefined;
    failedOn = undefined;
    kept.forget();
  }

  function keepTyped(): void {
    note();
    if (noted.size > 0) kept.write(noted, false);
  }

  /** The typed values, also those in the form of an action. */
  function readSent(sent: typeof submitted): Values {
    note();
    const values = new Map([...noted, ...(sent?.values ?? [])]);
    // The application may have emptied its form when it sent it; the visitor may have typed more.
    for (const [name, value] of read(sent?.form)) if (value !== '') values.set(name, value);
    return values;
  }

  function keep(by = again?.page === here() ? again.keep : keepTyped): void {
    again = { page: here(), keep: by };
    by();
  }

  function restore({ isUnsent, focus, values: waiting }: KeptInput): void {
    page = here();
    // Fields that are not restored yet are kept again if the page is left before.
    noted = new Map(waiting);

    function attempt(waitMs: number): void {
      if (here() !== page) return;
      const isLast = waitMs > LAST_WAIT_MS;
      // Boxes are set by clicks, which are no other try.
      const failed = failedOn;
      failedOn = undefined;
      for (const [name, field] of nameFields(document)) {
        const value = waiting.get(name);
        if (value === undefined || !mayKeep(field) || !(isLast || isHydrated(field))) continue;
        waiting.delete(name);
        // The visitor may have been faster.
        if (!edited.has(field)) setValue(field, value);
        if (name === focus && document.activeElement === document.body) field.focus({ preventScroll: true });
      }
      if (waiting.size > 0) failedOn = failed;
      if (waiting.size > 0 && !isLast) timer = clock.setTimeout(() => attempt(waitMs * 2), waitMs);
    }

    attempt(FIRST_WAIT_MS);
    if (isUnsent) onUnsent();
  }

  document.addEventListener(
    'input',
    ({ target }) => {
      const { form } = target as Field;
      if (form) over.delete(form);
    },
    options,
  );
  document.addEventListener(
    'submit',
    ({ target }) => {
      const form = target as HTMLFormElement;
      over.delete(form);
      submitted = { form, page: here(), atMs: now(), values: read() };
      over.add(form);
      end();
    },
    options,
  );
  document.addEventListener(
    'reset',
    ({ target }) => {
      over.add(target as HTMLFormElement);
      noted.clear();
    },
    options,
  );
  document.addEventListener(
    'click',
    () => {
      if (failedOn !== here()) return;
      clock.clearTimeout(timer);
      restore({ isUnsent: false, focus: null, values: new Map(noted) });
    },
    options,
  );
  // A visitor who signs out is shown another page. Without a Navigation API nothing tells that from a load of the same page.
  view.navigation?.addEventListener(
    'navigate',
    (event) => {
      const { sameDocument, url } = (event as NavigateEvent).destination;
      leavingFor = sameDocument ? undefined : withoutFragment(url);
    },
    options,
  );
  view.addEventListener(
    'pagehide',
    () => {
      const isToBeKept = again?.page === here() || now() - refreshedMs < REFRESHED_MS;
      if (isToBeKept && leavingFor === here()) keep();
    },
    options,
  );

  const last = kept.take();
  if (last) restore(last);

  return {
    note,
    keep: () => keep(),
    refreshed: () => void (refreshedMs = now()),
    sending(isMeant) {
      const isRecent = submitted?.page === here() && now() - submitted.atMs < SUBMITTED_MS;
      const sent = isRecent ? submitted : undefined;
      return {
        arrived() {
          if (submitted === sent) submitted = undefined;
          end();
        },
        failed() {
          if (sent) over.delete(sent.form);
          if (!isMeant) return;
          noted = readSent(sent);
          failedOn = here();
          again = { page: here(), keep: keepTyped };
        },
        refused: () => keep(() => (isMeant ? kept.write(readSent(sent), true) : keepTyped())),
      };
    },
    stop() {
      stopped.abort();
      clock.clearTimeout(timer);
    },
  };
}
