/** The value of a header in Node's form, joined to one string. */
export function joinField(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}
