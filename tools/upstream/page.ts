// Takes the place of upstream's `utils/generatePage.ts`, which bundles each page with webpack. Here browsers run the
// files as they are, and an import map names the SDK.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes one page of a test: a script that starts the SDK, and one that uses it. */
export async function generatePage(
  initPath: string,
  subjectPath: string,
  templatePath: string,
  folder: string,
  name = 'index.html',
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  copyFileSync(process.env['ADIT_UPSTREAM_SDK'] as string, join(folder, 'sdk.js'));
  const scripts = [
    ['init.bundle.js', initPath],
    ['subject.bundle.js', subjectPath],
  ].map(([file, path]) => {
    const source = read(path as string);
    writeFileSync(join(folder, file as string), source);
    // Modules run in order with deferred scripts. Only a module can import, and a function of a script is a global.
    const kind = /^import /m.test(source) ? 'type="module"' : 'defer';
    return `<script ${kind} src="${file}"></script>`;
  });
  const imports = `<script type="importmap">{"imports":{"@sentry/browser":"/sdk.js"}}</script>`;
  const template = read(templatePath);
  const end = template.includes('</body>') ? template.lastIndexOf('</body>') : template.length;
  writeFileSync(
    join(folder, name),
    template.slice(0, end) + imports + scripts.join('') + template.slice(end),
  );
}

/** A file of a test may be missing. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
