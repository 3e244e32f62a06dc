/**
 * The text of `nx release` for a version: the messages of its version plans, and the packages that it depends on from
 * now on.
 */
export default class ChangelogRenderer {
  constructor({ changes, changelogEntryVersion, dependencyBumps = [] }) {
    Object.assign(this, { changes, changelogEntryVersion, dependencyBumps });
  }

  render() {
    const today = new Date().toISOString().slice(0, 10);
    const messages = this.changes.map(({ description, body }) =>
      [description, body].filter(Boolean).join('\n').trim().replaceAll('\n', '\n  '),
    );
    const uses = this.dependencyBumps.map(
      ({ dependencyName, newVersion }) => `It uses ${dependencyName} ${newVersion}.`,
    );
    const lines = [...new Set([...messages, ...uses])].map((line) => `- ${line}`);
    return `## ${this.changelogEntryVersion} (${today})\n\n${lines.join('\n')}`;
  }
}
