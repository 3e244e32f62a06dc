/** Returns 32 hexadecimal digits. `crypto.randomUUID` exists only on secure pages. */
export const createId = (): string => 'xxxxxxxx'.replace(/x/g, () => Math.random().toString(16).slice(2, 6));
