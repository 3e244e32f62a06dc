import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ROOT } from '../src/projects.mjs';
import { buildObjects, containerOf, environmentOf, find, KUBERNETES, workloadOf } from './kubernetes.mjs';
import { installSchemas, unknownFields, wrongValues } from './schemas.mjs';

const CHART = join(ROOT, 'deploy/helm');

const helm = (...args) => spawnSync('helm', args, { encoding: 'utf8' });
const isThere = (command, ...args) => spawnSync(command, args).status === 0;

const schemas = installSchemas();
const reason = !isThere('helm', 'version')
  ? 'helm is not found here (go install helm.sh/helm/v4/cmd/helm@v4.3.2)'
  : !isThere('kubectl', 'version', '--client')
    ? 'kubectl, which builds kustomizations, is not found here'
    : schemas.problem;
if (reason !== undefined) console.log(`The chart for Helm is not tested: ${reason}.`);

describe('the chart for Helm', { skip: reason }, () => {
  let yaml;
  before(async () => {
    yaml = await schemas.load('yaml');
  });

  /** The objects of a release, by the values. */
  function render(...values) {
    const { status, stdout, stderr } = helm(
      'template',
      'shop',
      CHART,
      ...values.flatMap((value) => ['--set', value]),
    );
    if (status !== 0) throw new Error(stderr);
    const documents = yaml.parseAllDocuments(stdout).map((document) => document.toJS());
    return documents.filter((object) => object !== null);
  }

  /** Without labels, the hash in the name of the map of settings, and the hash that replaces it. */
  function withoutMarks(objects) {
    const text = JSON.stringify(objects).replace(/"adit-tunnel-[a-z0-9]{10}"/g, '"adit-tunnel"');
    const plain = JSON.parse(text);
    for (const { metadata, spec } of plain) {
      delete metadata.labels;
      delete spec?.template?.metadata.annotations;
    }
    return plain.sort((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`));
  }

  for (const spool of ['disk', 'redis'])
    it(`makes the objects of the kustomization ${spool}`, async () => {
      const objects = render(`spool=${spool}`);

      assert.deepEqual(withoutMarks(objects), withoutMarks(buildObjects(join(KUBERNETES, spool), yaml)));
      assert.deepEqual(await wrongValues(schemas, objects), []);
      assert.deepEqual(unknownFields(schemas, objects), []);
    });

  it('control: another variant has other objects', () => {
    const ofRedis = withoutMarks(buildObjects(join(KUBERNETES, 'redis'), yaml));

    assert.notDeepEqual(withoutMarks(render('spool=disk')), ofRedis);
  });

  it('takes each value', () => {
    const objects = render(
      'image=shop.example/tunnel:2.0.0',
      'secret=shop-tunnel',
      'settings.ADIT_TRUSTED_PROXIES=10.42.0.0/16',
      'settings.ADIT_WORKERS=2',
      'replicas=3',
      'storage=9Gi',
      'podMonitor=true',
      'egress[0].ports[0].port=3000',
    );
    const { spec } = workloadOf(objects);

    assert.equal(containerOf(objects).image, 'shop.example/tunnel:2.0.0');
    assert.equal(spec.template.spec.volumes[0].secret.secretName, 'shop-tunnel');
    const { ADIT_TRUSTED_PROXIES, ADIT_WORKERS, ADIT_SPOOL } = environmentOf(objects);
    assert.deepEqual(
      [ADIT_TRUSTED_PROXIES, ADIT_WORKERS, ADIT_SPOOL],
      ['10.42.0.0/16', '2', 'disk:/var/lib/adit/spool'],
    );
    assert.equal(spec.replicas, 3);
    assert.equal(spec.volumeClaimTemplates[0].spec.resources.requests.storage, '9Gi');
    assert.ok(find(objects, 'PodMonitor'));
    assert.deepEqual(find(objects, 'NetworkPolicy').spec.egress.at(-1), { ports: [{ port: 3_000 }] });
  });

  it('replaces the pods when a setting changes, and only then', () => {
    const hashOf = (...values) =>
      workloadOf(render(...values)).spec.template.metadata.annotations['checksum/settings'];

    assert.equal(hashOf('replicas=3'), hashOf());
    assert.notEqual(hashOf('settings.ADIT_WORKERS=2'), hashOf());
  });

  it('refuses a value that it does not know', () => {
    assert.throws(() => render('spool=tape'), /spool/);
    assert.throws(() => render('replica=3'), /replica/);
  });
});
