import { useSyncExternalStore } from 'react';

/** A value that lives outside React: in this tab's storage, or in a cookie. */
export interface ExternalValue<Value> {
  /** The value; the same until it is set. */
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Calls `listener` after every change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Options of {@link createExternalValue}. */
export interface ExternalValueOptions<Value> {
  /** Called once, in the browser. */
  readonly read: () => Value;
  readonly write: (value: Value) => void;
}

/** Keeps a value outside React. */
export function createExternalValue<Value>({
  read,
  write,
}: ExternalValueOptions<Value>): ExternalValue<Value> {
  const listeners = new Set<() => void>();
  let held: { readonly value: Value } | undefined;

  return {
    get() {
      held ??= { value: read() };
      return held.value;
    },
    set(value) {
      held = { value };
      write(value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value as React shows it; `onServer` is what the document is rendered with. */
export const useExternalValue = <Value>(value: ExternalValue<Value>, onServer: Value): Value =>
  useSyncExternalStore(value.subscribe, value.get, () => onServer);
