const UUID = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Whether the text is a UUID as SDKs write one: 32 hexadecimal digits, or these in five groups with dashes. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
