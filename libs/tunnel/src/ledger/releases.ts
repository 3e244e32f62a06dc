/** The most releases that are counted separately. The others count as `other`. */
const MAX_RELEASES = 10;

/** The most reports that speak for a release: so many of others end it that no longer reports. */
const MAX_CREDIT = 100;

/** The name under which the other releases count. */
export const OTHERS = 'other';

/** Chooses the releases that are counted separately. */
export interface Releases {
  /**
   * Returns the name under which a report of this release counts.
   * @param forget is told a release that gives way
   */
  readonly nameOf: (release: string, forget: (release: string) => void) => string;
}

/**
 * Creates {@link Releases}. Clients choose the names, so each report speaks for its release, and one of a further release against all: one that
 * nobody speaks for gives way (Misra and Gries). So ten old releases give way to a new one after a hundred of its reports, and made-up names, five
 * for each report of the real release, do not displace it.
 */
export function createReleases(): Releases {
  const credits = new Map<string, number>();
  return {
    nameOf(release, forget) {
      if (release === OTHERS) return OTHERS;
      const credit = credits.get(release);
      if (credit !== undefined || credits.size < MAX_RELEASES) {
        credits.set(release, Math.min(MAX_CREDIT, (credit ?? 0) + 1));
        return release;
      }
      for (const [name, left] of credits) {
        if (left > 1) credits.set(name, left - 1);
        else if (credits.delete(name)) forget(name);
      }
      return OTHERS;
    },
  };
}
