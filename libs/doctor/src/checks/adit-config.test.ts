import { expect, it } from '@jest/globals';
import { applicationWith } from '../../testing/applications.helper.ts';
import { diagnose } from '../diagnose.ts';

it.each([
  ['nmae: 1', 'nmae is not an option of adit.config'],
  ['name: 1', 'name is 1'],
  ['monitoring: []', 'monitoring is []'],
  ['monitoring: { tracesSampleRate: -1 }', 'monitoring.tracesSampleRate is -1'],
  ["monitoring: { sampleRate: '1' }", "monitoring.sampleRate is '1'"],
  ['monitoring: { beforeSend: true }', 'monitoring.beforeSend is true'],
  ["monitoring: { tunnelOrigin: 'tunnel.example.org' }", "monitoring.tunnelOrigin is 'tunnel.example.org'"],
  ['monitoring: { quietMs: 0.5 }', 'monitoring.quietMs is 0.5'],
  ["monitoring: { load: 'sometimes' }", "monitoring.load is 'sometimes'"],
  ['monitoring: { toString: 1 }', 'monitoring.toString is not an option of adit.config'],
  ['monitoring: { replay: true }', 'monitoring.replay is true'],
  ['monitoring: { noise: { disabeld: [] } }', 'monitoring.noise.disabeld is not an option of adit.config'],
  ['monitoring: { limits: { frames: 9 } }', 'monitoring.limits.frames is not an option of adit.config'],
  [
    'monitoring: { dataCollection: { userInfos: false } }',
    'monitoring.dataCollection.userInfos is not an option of adit.config',
  ],
  [
    "monitoring: { dataCollection: { httpHeaders: { request: { alow: ['a'] } } } }",
    'monitoring.dataCollection.httpHeaders.request.alow is not an option of adit.config',
  ],
  ["monitoring: { dataCollection: { cookies: 'no' } }", "monitoring.dataCollection.cookies is 'no'"],
  [
    'monitoring: { replay: { maskAllTexts: false } }',
    'monitoring.replay.maskAllTexts is not an option of adit.config',
  ],
  ['router: { preset: { retries: 9 } }', 'router.preset.retries is not an option of adit.config'],
  ['router: { prefetch: { enabled: true } }', 'router.prefetch.enabled is true'],
  ["tunnel: { times: { ingestTimeoutMs: '5s' } }", "tunnel.times.ingestTimeoutMs is '5s'"],
  ["monitoring: { scrub: { parameters: 'id' } }", "monitoring.scrub.parameters is 'id'"],
  ['router: true', 'router is true'],
  ["router: { guardUnsavedInput: 'yes' }", "router.guardUnsavedInput is 'yes'"],
  ['screens: { texts: null! as never, locale: () => 1 }', 'screens.locale is () => 1'],
  ['screens: { texts: { notFund: {} } }', 'screens.texts.notFund is not an option of adit.config'],
  [
    "screens: { texts: { error: { headng: 'a' } } }",
    'screens.texts.error.headng is not an option of adit.config',
  ],
  ['screens: { texts: { actions: { home: 1 } } }', 'screens.texts.actions.home is 1'],
  ['tunnel: { trustedProxies: {} }', 'tunnel.trustedProxies is {}'],
  ["tunnel: { maxEnvelopeBytes: '1' }", "tunnel.maxEnvelopeBytes is '1'"],
])('finds what is wrong in { %s }', (options, message) => {
  const { files, repository } = applicationWith({
    'adit.config.ts': `export default defineAdit({ ${options} });`,
  });

  expect(diagnose(repository, files).findings.filter(({ check }) => check === 'adit-config')).toEqual([
    expect.objectContaining({ level: 'error', message, line: 1, fix: expect.stringMatching(/\.$/) }),
  ]);
});

it.each([
  ['const router = true;\nexport default defineAdit({ router });', ['router is true']],
  ["const all = { name: 'a', router: true };\nexport default defineAdit(all);", ['router is true']],
  ['let router = true;\nexport default defineAdit({ router });', ['router is true']],
  ['let router = true;\nrouter = {};\nexport default defineAdit({ router });', []],
  [
    "import { router } from './r';\nconst f = () => { const router = true; };\nexport default defineAdit({ router });",
    [],
  ],
  ["export default defineAdit({ monitoring: { load: 'needed' } });", []],
  [
    'export default defineAdit({ monitoring: { dataCollection: { userInfo: false, cookies: { deny: [] }, httpHeaders: { request: false } } } });',
    [],
  ],
  ['export default defineAdit({ monitoring: { replay: async () => options } });', []],
  [
    'export default defineAdit({ monitoring: { dataCollection: { feelings: false } } });',
    ['monitoring.dataCollection.feelings may do nothing: no known version of the SDK has it'],
  ],
  [
    "import { de } from './de';\nexport default defineAdit({ screens: { texts: { ...de, lang: 'de', error: { ...de.error, heading: 'a' } } } });",
    [],
  ],
  ["import { router } from './router';\nexport default defineAdit({ router, screens() {} });", []],
])('reads constants of the file, and nothing else: %j', (aditConfig, expected) => {
  const { files, repository } = applicationWith({ 'adit.config.ts': aditConfig });
  const found = diagnose(repository, files).findings.filter(
    ({ check, level }) => check === 'adit-config' && level !== 'ok',
  );

  expect(found.map(({ message }) => message)).toEqual(expected);
});
