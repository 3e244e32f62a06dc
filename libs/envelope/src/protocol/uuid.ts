const UUID = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Whether the text is a UUID: 32 hexadecimal digits, without dashes or in five groups with dashes. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
