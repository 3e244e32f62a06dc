import { isObject, type JsonObject, type TriedItem } from './tried-item.ts';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const at = (payload: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), payload);

/** Type and message of an error, or the name of anything else. */
export function titleOf({ type, payload }: TriedItem): string {
  switch (type) {
    case 'event':
      return errorTitle(payload);
    case 'log':
      return text(payload['body']) ?? '(no message)';
    case 'feedback':
      return (
        text(at(payload, 'contexts', 'feedback', 'message')) ?? text(payload['comments']) ?? '(no message)'
      );
    case 'replay_event': {
      const { urls } = payload;
      return (Array.isArray(urls) ? text(urls[0]) : undefined) ?? '(no address)';
    }
    default:
      return (
        text(payload['transaction']) ?? text(payload['name']) ?? text(payload['description']) ?? '(no name)'
      );
  }
}

function errorTitle(payload: JsonObject): string {
  const values = at(payload, 'exception', 'values') ?? payload['exception'];
  const captured: unknown = Array.isArray(values) ? values.at(-1) : undefined;
  const parts = [text(at(captured, 'type')), text(at(captured, 'value'))].filter(
    (part) => part !== undefined,
  );
  return (
    text(parts.join(': ')) ??
    text(at(payload, 'logentry', 'formatted')) ??
    text(at(payload, 'logentry', 'message')) ??
    text(payload['message']) ??
    '(no message)'
  );
}

/** The same for items that differ in numbers alone. */
export const kindOf = (item: TriedItem): string => `${item.type} ${titleOf(item).replace(/\d+/g, '0')}`;
