// The file changes of a release besides those of Nx: pure functions of texts.

const TITLE = '# Changelog\n';
const UNRELEASED = '## Unreleased';

/**
 * A changelog to which Nx has added an entry at the top: moves the entry below the title, and adds the unreleased lines
 * to it as the first ones.
 */
export function foldChangelog(text) {
  const at = text.indexOf(TITLE);
  if (at === -1) throw new Error(`A changelog has no line "${TITLE.trim()}".`);
  const [heading, ...entry] = text.slice(0, at).trim().split('\n');
  const sections = text.slice(at + TITLE.length).split(/^(?=## )/m);
  const [unreleased, releases] = sections
    .map((section) => section.trim())
    .filter(Boolean)
    .reduce(
      ([first, others], section) =>
        section.startsWith(UNRELEASED)
          ? [section.slice(UNRELEASED.length).trim(), others]
          : [first, [...others, section]],
      ['', []],
    );
  return `${[TITLE.trim(), heading, unreleased, entry.join('\n').trim(), ...releases].filter(Boolean).join('\n\n')}\n`;
}

/** A manifest's text with the packages in `versions` at their new versions, if it names exact versions. */
export const pinVersions = (text, versions) =>
  Object.entries(versions).reduce(
    (changed, [name, version]) =>
      changed.replaceAll(new RegExp(`("${name}": ")\\d+\\.\\d+\\.\\d+[^"]*"`, 'g'), `$1${version}"`),
    text,
  );
