import { optionError } from './option-error.ts';

/** @throws TypeError unless the value is a whole number in the range */
export function readWholeNumber(name: string, value: unknown, max: number, min = 1): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw optionError(name, value, `a whole number from ${min} to ${max}`);
}

/** @throws TypeError unless the value has the methods */
export function readObject<T extends object>(
  name: string,
  value: T,
  methods: readonly (keyof T & string)[],
  maker?: string,
): T {
  const isObject = typeof value === 'object' || typeof value === 'function';
  if (isObject && methods.every((method) => typeof value[method] === 'function')) return value;
  const noun = methods.length === 1 ? 'method' : 'methods';
  const example = maker === undefined ? '' : `, such as ${maker} returns`;
  throw optionError(name, value, `an object with the ${noun} ${methods.join(', ')}${example}`);
}

/** @throws TypeError unless the value is a function */
export function readFunction<T>(name: string, value: T): T {
  if (typeof value === 'function') return value;
  throw optionError(name, value, 'a function');
}
