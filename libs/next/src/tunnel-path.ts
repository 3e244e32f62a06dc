import { adit } from './adit-config.ts';
import { TRAILING_SLASH, TUNNEL_PREFIX } from './built-values.ts';

// A tunnel of another origin does not use Next's prefixes.
const { tunnelOrigin = '', tunnelPath = '/monitoring-tunnel' } = adit.monitoring ?? {};

/** The whole tunnel path, with Next's `basePath`, or below a path of `assetPrefix`. */
export const TUNNEL_PATH = (tunnelOrigin ? '' : TUNNEL_PREFIX) + tunnelPath;

/** The address to which browsers send. With `trailingSlash`, Next would redirect the path without a slash. */
export const TUNNEL_ADDRESS = tunnelOrigin + TUNNEL_PATH + (tunnelOrigin ? '' : TRAILING_SLASH);
