import { TUNNEL_PATH } from '../tunnel-path.ts';

/**
 * Fetches the settings of the server that this page's origin has now, as JSON. `undefined` if it has no tunnel.
 * @throws if the server cannot be reached or fails
 */
export async function fetchSettings(): Promise<string | undefined> {
  const response = await fetch(TUNNEL_PATH);
  if (response.ok) return response.text();
  if (response.status >= 500) throw new Error(`The settings were answered ${response.status}.`);
  return undefined;
}
