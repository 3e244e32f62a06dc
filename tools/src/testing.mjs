// `@adit/testing`, compiled from its sources in memory: tools run without a build, and on each Node.
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './projects.mjs';

const SOURCES = ['free-port', 'ingest-listener', 'redis-process', 'scripted-ingest'];

const { outputFiles } = await build({
  stdin: {
    contents: SOURCES.map((name) => `export * from './${name}.ts';`).join('\n'),
    resolveDir: join(ROOT, 'libs/testing/src'),
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
export const { createScriptedIngest, freePort, listenAsIngest, startRedisOnPort } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);
