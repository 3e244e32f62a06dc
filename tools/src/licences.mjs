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
]);

const flatten = (component) => [component, ...(component.components ?? []).flatMap(flatten)];
const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);
const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(', ') || 'none';

/** The packages of a bill that are not ours, each once, with version and licence, by name. */
export function dependenciesOf(bill) {
  const rows = bill.components
    .flatMap(flatten)
    .filter(({ group }) => group !== '@adit')
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
`;
