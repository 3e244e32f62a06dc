/** A header's value, as Node keeps it, in one piece. */
export function joinField(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}
