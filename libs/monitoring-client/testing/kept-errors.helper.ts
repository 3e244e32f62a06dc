import { CONFIG, linesOf } from './early.helper.ts';

/** A record that a page with a format, a tunnel and an event has kept. */
export function record({
  version = '1',
  tunnel = CONFIG.tunnel,
  ...event
}: { version?: string; tunnel?: string } & Readonly<Record<string, unknown>>): string {
  return [version + tunnel, '{"dsn":"adit"}', '{"type":"event"}', JSON.stringify(event)].join('\n');
}

/** The kept errors: the key, the tunnel and the event of each error. */
export const keptErrors = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('adit-error-'))
    .map((key) => {
      const [first = '', ...lines] = (localStorage.getItem(key) as string).split('\n');
      const [header, item, event] = linesOf(lines.join('\n'));
      return {
        key,
        version: first[0],
        tunnel: first.slice(1),
        header,
        item,
        event: event as unknown as KeptEvent,
      };
    });

interface KeptEvent {
  readonly event_id: string;
  readonly exception: { readonly values: readonly { readonly value: string }[] };
}

/** The messages of the kept errors. */
export const keptMessages = (): unknown[] =>
  keptErrors().map(({ event }) => event.exception.values[0]?.value);

/** Lets the browser refuse storage until the mocks are restored. */
export const refuseStorage = (): void => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
};
