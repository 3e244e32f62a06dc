// The exports of each entry point of the published packages, as reports of API Extractor over the built declarations.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { ROOT } from './projects.mjs';

/**
 * The entry points of a package, each with its declarations and the name of its report. A star stands for a language.
 */
export const reportedEntries = ({ path, manifest: { exports = {} } }) =>
  Object.entries(exports)
    .filter(([, target]) => target.types !== undefined)
    .map(([entry, { types }]) => ({
      path,
      declarations: join(path, types.replace('*', 'de')),
      report: `${entry.slice(2).replace('/*', '').replaceAll('/', '-') || 'index'}.api.md`,
    }));

const SILENT = { default: { logLevel: 'none' } };

function configOf({ path, declarations, report }, allDeclarations, folder) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: path,
      mainEntryPointFilePath: declarations,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          extends: join(ROOT, 'tsconfig.base.json'),
          // Other packages are resolved as users do: from their builds.
          compilerOptions: {
            customConditions: [],
            types: ['node'],
            lib: ['es2022', 'dom', 'dom.iterable'],
            jsx: 'react-jsx',
            composite: false,
            noEmit: true,
          },
          files: allDeclarations,
        },
      },
      // A type that is not exported but is part of a signature is part of the API.
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { extractorMessageReporting: SILENT, tsdocMessageReporting: SILENT },
    },
    packageJsonFullPath: join(path, 'package.json'),
  });
}

/** The reports of these packages, by path: `libs/tunnel/api/index.api.md`. */
export function createReports(packages) {
  const entries = packages.flatMap(reportedEntries);
  const declarations = entries.map((entry) => entry.declarations);
  const folder = mkdtempSync(join(tmpdir(), 'adit-api-'));
  const messageCallback = (message) => {
    message.handled = true;
  };
  try {
    mkdirSync(join(folder, 'temp'));
    let compilerState;
    const reports = entries.map((entry) => {
      const config = configOf(entry, declarations, folder);
      // One program for all of them: separate ones would each read React and the SDK again.
      compilerState ??= CompilerState.create(config, { additionalEntryPoints: declarations });
      Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
      const written = join(folder, entry.report);
      const text = readFileSync(written, 'utf8');
      rmSync(written);
      return [join(entry.path, 'api', entry.report), text];
    });
    return new Map(reports);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
