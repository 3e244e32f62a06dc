import { ACCEPTED, ADIT_OPTIONS, isOrigin, judgeName, type OptionKind } from '@adit/common/adit-options';
import { findWrongText, isLanguage } from './check-texts.ts';
import type { AditOptions } from './options.ts';

/**
 * Checks the options of `adit.config` and returns them.
 * @throws TypeError in one line for the first name or value that is not accepted
 */
export function checkOptions(options: unknown): AditOptions {
  checkPart('', options);
  return options as AditOptions;
}

function checkPart(part: string, value: unknown): void {
  const kinds = ADIT_OPTIONS[part] ?? {};
  if (!isKind('object', value)) throw wrong(part || 'the default export', value, ACCEPTED.object);
  for (const [name, found] of Object.entries(value as object)) {
    const path = part ? `${part}.${name}` : name;
    const judged = judgeName(part, name);
    if (judged === 'wrong')
      throw new TypeError(
        `adit.config: ${path} is not an option; accepted: ${Object.keys(kinds).join(', ')}`,
      );
    const kind = judged === 'known' ? kinds[name] : 'any';
    if (kind === undefined || kind === 'any' || found === undefined) continue;
    if (!isKind(kind, found)) throw wrong(path, found, ACCEPTED[kind]);
    const text = kind === 'texts' && findWrongText(found as object);
    if (text) throw wrong(text.path, text.value, text.accepted);
    if (Object.hasOwn(ADIT_OPTIONS, path) && isKind('object', found)) checkPart(path, found);
  }
}

function isKind(kind: Exclude<OptionKind, 'any'>, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'origin':
      return isOrigin(value);
    case 'list':
      return Array.isArray(value);
    case 'language':
      return isLanguage(value);
    case 'texts':
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'switch':
      return value === false || isKind('object', value);
    case 'collected':
      return typeof value === 'boolean' || isKind('object', value);
    case 'milliseconds':
      return Number.isSafeInteger(value) && (value as number) >= 0;
    case 'need':
      return value === 'needed' || value === 'always';
    case 'place':
      return value === 'tunnel' || value === 'browser';
    case 'loaded':
      return typeof value === 'function' || isKind('object', value);
    default:
      return typeof value === kind && !Number.isNaN(value);
  }
}

function wrong(path: string, value: unknown, accepted: string): TypeError {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : String(value);
  return new TypeError(`adit.config: ${path} is ${shown.slice(0, 100)}; accepted: ${accepted}`);
}
