/** What the environment says of the site. */
export interface SiteSettings {
  /** The path that the site is served below, such as `/docs/`. */
  readonly base: string;
  /** Where the repository is on the web. Without it, links to source files are text. */
  readonly repositoryUrl?: string;
}

/** Reads `ADIT_DOCS_BASE` (default `/`) and `ADIT_DOCS_REPOSITORY`. Throws in one line if one is wrong. */
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
