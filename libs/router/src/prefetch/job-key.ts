let created = 0;

/** A scheduler key that no other job of this library has, whoever shares the scheduler. The prefix tells it from the host's own. */
export function createJobKey(): string {
  created += 1;
  return `adit-prefetch ${created}`;
}
