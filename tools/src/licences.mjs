// The licences of the packages of a bill of materials, and whether an application may use them without legal review.

/** Each of these allows everyone to use, change and distribute the package, also in closed applications. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // Its author gives up all rights.
  'Unlicense',
]);

const flatten = (component) => [component, ...(component.components ?? []).flatMap(flatten)];
const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);
const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(', ') || 'none';

/** The packages of a bill that are not ours, each once, with version and licence, by name. */
export function dependenciesOf(bill) {
  const rows = bill.components
    .flatMap(flatten)
    .filter(({ group, name }) => group !== '@adit' && name !== 'create-adit')
    .map((component) => [nameOf(component), component.version, licenceOf(component)].join(' | '));
  return [...new Set(rows)].sort().map((row) => row.split(' | '));
}

/** The dependencies whose licence is not on the list. */
export const refused = (dependencies) => dependencies.filter(([, , licence]) => !ALLOWED.has(licence));

/** The document that lists them. */
export const dependenciesDocument = (dependencies) => `# Dependencies

\`npm run sbom\` writes this list: what npm installs with the published packages, by \`package-lock.json\`. Peers are not in it, as the
application chooses them. A test fails for a licence other than ${[...ALLOWED].join(', ')}.

| package | version | licence |
| --- | --- | --- |
${dependencies.map((row) => `| ${row.join(' | ')} |`).join('\n')}

## Two that judge events

\`@adit/policy\` needs two of them. Its entries \`/tunnel\` and \`/bots\` import them, on servers. No page loads them.

- **re2js** (0.9 MB, of which Node loads 0.3 MB) runs the regular expressions of a policy document. Its time grows with the length of the text, whatever the
  expression. With JavaScript's own engine, one unlucky expression could stop a server.
- **isbot** (72 KB, of which Node loads 9 KB) knows crawlers by their user agent. Crawlers get new names each month, and a list of our own would be old.

## One that speaks to coding agents

\`adit mcp\` of \`@adit/cli\` is made of **@modelcontextprotocol/server**, which brings **@modelcontextprotocol/core** and **zod**: 3 packages, 3.0 MB to download, 17 MB
on disk. Only this command loads them. A subset of the protocol by hand would be some 200 lines, but the revision of 2026-07-28 begins a connection in another way than those of
2025, and the library speaks both. The older @modelcontextprotocol/sdk brings 98 packages, with web servers that a command
has no use for.
`;
