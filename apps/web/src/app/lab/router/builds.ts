/** The build that the simulated server has, for the bearer of this cookie. */
export const SERVED_COOKIE = 'adit-lab-served';
/** The build that the bearer's newest document is of. */
export const DOCUMENT_COOKIE = 'adit-lab-document';

/** Which build serves, and which one the visitor's document is of; they differ after a deployment. */
export interface Builds {
  readonly served: number;
  readonly document: number;
}

const FIRST_BUILD = 1;

const toBuild = (text: string | undefined): number => {
  const build = Number(text);
  return Number.isSafeInteger(build) && build > FIRST_BUILD ? build : FIRST_BUILD;
};

/** The builds, from the cookies; without cookies both are the first. */
export const readBuilds = (cookie: (name: string) => string | undefined): Builds => ({
  served: toBuild(cookie(SERVED_COOKIE)),
  document: toBuild(cookie(DOCUMENT_COOKIE)),
});

/** What a build is called. */
export const buildName = (build: number): string => `build-${build}`;

/** The simulation ends by itself, so that nobody is left with it. */
export const SIMULATION_SECONDS = 900;
