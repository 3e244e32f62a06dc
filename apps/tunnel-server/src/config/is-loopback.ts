const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether an address can be reached only from this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
