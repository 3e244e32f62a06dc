/** A message with the time: the SDKs drop an error that repeats the one before it. */
export const stamped = (message: string): string => `${message} (${new Date().toISOString()})`;
