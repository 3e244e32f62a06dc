import { adit } from './adit-config.ts';
import { BASE_PATH } from './built-values.ts';

/** The whole tunnel path, with Next's `basePath`. */
export const TUNNEL_PATH = `${BASE_PATH}${adit.monitoring?.tunnelPath ?? '/monitoring-tunnel'}`;
