/** Its bearer's requests for the route hang. */
export const HANG_COOKIE = 'adit-lab-hang';
/** The route that hangs. */
export const HANG_TARGET = '/lab/router/target';
