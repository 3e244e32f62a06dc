/** The site's settings from the environment. */
export interface SiteSettings {
  /** The path below which the site is served, such as `/docs/`. */
  readonly base: string;
  /** The address of the repository on the web. Without it, links to source files become text. */
  readonly repositoryUrl?: string;
}

/** Reads `ADIT_DOCS_BASE` (default `/`) and `ADIT_DOCS_REPOSITORY`. Throws in one line if one is invalid. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SiteSettings {
  const base = env.ADIT_DOCS_BASE?.trim() || '/';
  if (!/^\/(?:[\w.-]+\/)*$/.test(base))
    throw new Error(`ADIT_DOCS_BASE is "${base}"; accepted: a path such as / or /docs/`);
  const repositoryUrl = env.ADIT_DOCS_REPOSITORY?.trim().replace(/\/+$/, '');
  if (!repositoryUrl) return { base };
  if (!/^https?:\/\/\S+$/.test(repositoryUrl))
    throw new Error(
      `ADIT_DOCS_REPOSITORY is "${repositoryUrl}"; accepted: an address such as https://host/owner/name`,
    );
  return { base, repositoryUrl };
}
