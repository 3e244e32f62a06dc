/** A message with the time in it: the SDKs take an error that repeats the one before it for a duplicate, and drop it. */
export const stamped = (message: string): string => `${message} (${new Date().toISOString()})`;
