// Installs Bugsink from PyPI, once, and makes a database with projects that each instance starts from.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDebian, missingCommands } from '../../deploy/debian.mjs';
import { CACHE } from '../cache.mjs';
import { runCommand } from '../run-command.mjs';

const PACKAGES = ['bugsink==2.6.2', 'gunicorn==26.2.0'];

const INSTALL = ['install', '--quiet', '--no-compile', '--disable-pip-version-check', '--retries=1'];

/** The number of projects: each test uses its own. */
const PROJECTS = 12;

const FOLDER = join(CACHE, PACKAGES.join('_').replaceAll('==', '-'));
const BIN = join(FOLDER, 'venv/bin');
const TEMPLATE = join(FOLDER, 'template');

/** The result of `installBugsink`. It is written last. */
const DONE = join(FOLDER, 'installed.json');

/** Read by the configuration of each instance. */
const SETTINGS = `
import json, os
_given = json.loads(os.environ.get("ADIT_BUGSINK", "{}"))
BUGSINK = {**BUGSINK, "PHONEHOME": False, **_given.get("bugsink", {})}
DATABASES["default"]["OPTIONS"]["timeout"] = _given.get("lockTimeoutS", 5)
`;

const CREATE_PROJECTS = `
import json
from projects.models import Project
from bsmain.models import AuthToken
made = [Project.objects.create(name=f"shop {n}") for n in range(${PROJECTS})]
print(json.dumps({
  "token": AuthToken.create_full_access().token,
  "projects": [{"id": p.id, "key": p.sentry_key.hex, "slug": p.slug} for p in made],
}))
`;

const createVenv = () => runCommand('python3', ['-m', 'venv', '--clear', join(FOLDER, 'venv')]);

/** Debian's python3 cannot create a venv without an additional package. */
async function ensureVenv() {
  const missing = missingCommands({ python3: 'python3-venv' });
  if (missing !== undefined) throw new Error(missing);
  await createVenv().catch((error) => {
    if (!installDebian(['python3-venv'])) throw error;
    return createVenv();
  });
}

async function createTemplate() {
  mkdirSync(TEMPLATE, { recursive: true });
  const run = (name, ...args) => runCommand(join(BIN, name), args, { cwd: TEMPLATE });
  await run('bugsink-create-conf', '--template=local', '-o', 'bugsink_conf.py');
  appendFileSync(join(TEMPLATE, 'bugsink_conf.py'), SETTINGS);
  await run('bugsink-manage', 'migrate');
  await run('bugsink-manage', 'migrate', 'snappea', '--database=snappea');
  const printed = await run('bugsink-manage', 'shell', '-v', '0', '-c', CREATE_PROJECTS);
  return JSON.parse(printed.split('\n').find((line) => line.startsWith('{')));
}

let installing;

/**
 * Resolves to the programs, the folder to copy, its projects and token; or to the reason in one line why it cannot be
 * installed.
 */
export const installBugsink = () => (installing ??= install());

async function install() {
  try {
    if (!existsSync(DONE)) {
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER, { recursive: true });
      await ensureVenv();
      await runCommand(join(BIN, 'pip'), [...INSTALL, ...PACKAGES]);
      writeFileSync(DONE, JSON.stringify(await createTemplate()));
    }
    return { name: 'Bugsink 2.6.2', bin: BIN, template: TEMPLATE, ...JSON.parse(readFileSync(DONE, 'utf8')) };
  } catch (error) {
    return { problem: `Bugsink cannot be installed here: ${error.message}` };
  }
}
