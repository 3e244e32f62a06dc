// Takes the place of upstream's `utils/generatePage.ts`, which bundles each page with webpack. Here browsers run the
// files as they are, and an import map names the SDK.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes one page of a test: a script that starts the SDK, and one that uses it. */
export async function generatePage(initPath, subjectPath, templatePath, folder, name = 'index.html') {
  mkdirSync(folder, { recursive: true });
  copyFileSync(process.env.ADIT_UPSTREAM_SDK, join(folder, 'sdk.js'));
  const scripts = [
    ['init.bundle.js', initPath],
    ['subject.bundle.js', subjectPath],
  ].map(([file, path]) => {
    // A test may have none.
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    writeFileSync(join(folder, file), source);
    // Modules run in order with deferred scripts. Only a module can import, and a function of a script is a global.
    const kind = /^import /m.test(source) ? 'type="module"' : 'defer';
    return `<script ${kind} src="${file}"></script>`;
  });
  const imports = `<script type="importmap">{"imports":{"@sentry/browser":"/sdk.js"}}</script>`;
  const template = readFileSync(templatePath, 'utf8');
  const end = template.includes('</body>') ? template.lastIndexOf('</body>') : template.length;
  writeFileSync(
    join(folder, name),
    template.slice(0, end) + imports + scripts.join('') + template.slice(end),
  );
}
