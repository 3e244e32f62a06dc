import { VARIABLES } from './settings.ts';

/** Kubernetes sets these for each Service: `ADIT_TUNNEL_SERVICE_HOST`, `ADIT_TUNNEL_PORT=tcp://10.0.0.1:8787`. */
const KUBERNETES_NAME =
  /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;
const KUBERNETES_ADDRESS = /^(?:tcp|udp|sctp):\/\//;

/** A name is suggested if at most this share of its characters differs. */
const MAX_DIFFERENCE = 1 / 3;

/**
 * Finds variables that begin with `ADIT_` but are not settings, such as misspelled ones. They are not an error, because
 * other programs set variables with this prefix too.
 * @returns their names, each with the most similar setting if there is one; never their values
 */
export function findUnknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env)
    .filter(([name]) => name.startsWith('ADIT_') && !VARIABLES.includes(name))
    .filter(([name, value]) => !KUBERNETES_NAME.test(name) && !KUBERNETES_ADDRESS.test(String(value)))
    .map(([name]) => {
      const similar = mostSimilar(name, VARIABLES);
      return similar === undefined ? name : `${name} (did you mean ${similar}?)`;
    });
}

/** Returns the candidate with the fewest different characters; undefined if too many differ. */
export function mostSimilar(text: string, candidates: readonly string[]): string | undefined {
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: editDistance(text, candidate) }))
    .filter(({ distance }) => distance <= text.length * MAX_DIFFERENCE)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.candidate;
}

/** The number of characters to insert, delete or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let distances = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(from).entries()) {
    const next = [row + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = Number(distances[column]) + Number(letter !== other);
      const deleted = Number(distances[column + 1]) + 1;
      const inserted = Number(next[column]) + 1;
      next.push(Math.min(replaced, deleted, inserted));
    }
    distances = next;
  }
  return Number(distances[to.length]);
}
