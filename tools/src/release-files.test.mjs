import ChangelogRenderer from './changelog-renderer.mjs';
import { foldChangelog, pinVersions } from './release-files.mjs';

const entry = '## 0.2.0 (2026-11-23)\n\n- It uses common 0.2.0.\n\n';

describe('a changelog with an entry that Nx put on top', () => {
  it('has the title first, then the entry with what was not released', () => {
    const text = `${entry}# Changelog\n\n## Unreleased\n\n- New: links.\n\n| before | now |\n\n## 0.1.0\n\n- First.\n`;

    expect(foldChangelog(text)).toBe(
      '# Changelog\n\n## 0.2.0 (2026-11-23)\n\n- New: links.\n\n| before | now |\n\n- It uses common 0.2.0.\n\n## 0.1.0\n\n- First.\n',
    );
  });

  it('may have nothing that was not released, and no older release', () => {
    const folded = '# Changelog\n\n## 0.2.0 (2026-11-23)\n\n- It uses common 0.2.0.\n';

    expect(foldChangelog(`${entry}# Changelog\n\n## 0.1.0\n\n- First.\n`)).toBe(
      `${folded}\n## 0.1.0\n\n- First.\n`,
    );
    expect(foldChangelog(`${entry}# Changelog\n\n## Unreleased\n`)).toBe(folded);
    expect(foldChangelog(`${entry}# Changelog\n`)).toBe(folded);
  });

  it('must have its title', () => {
    expect(() => foldChangelog(entry)).toThrow('A changelog has no line "# Changelog".');
  });
});

it('pins the packages of a release where they are named exactly, and nothing else', () => {
  const text = '{ "version": "0.1.0", "@x/a": "0.1.0", "@x/b": "^0.1.0", "@x/ab": "0.1.0" }';

  expect(pinVersions(text, { '@x/a': '0.2.0', '@x/b': '0.2.0' })).toBe(
    '{ "version": "0.1.0", "@x/a": "0.2.0", "@x/b": "^0.1.0", "@x/ab": "0.1.0" }',
  );
});

it('an entry has the messages of the version plans and the packages used, each once', () => {
  const renderer = new ChangelogRenderer({
    changelogEntryVersion: '0.2.0',
    changes: [
      { description: 'Links are faster.', body: 'Two lines\nof it.' },
      { description: 'Links are faster.', body: 'Two lines\nof it.' },
    ],
    dependencyBumps: [{ dependencyName: 'common', newVersion: '0.3.0' }],
  });

  expect(renderer.render().replace(/\(.*\)/, '(today)')).toBe(
    '## 0.2.0 (today)\n\n- Links are faster.\n  Two lines\n  of it.\n- It uses common 0.3.0.',
  );
});
