import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { USER } from './image.mjs';
import {
  buildObjects,
  containerOf,
  environmentOf,
  find,
  KUBERNETES,
  lostPorts,
  lostSelectors,
  quantityOf,
  restrictedViolations,
  workloadOf,
} from './kubernetes.mjs';
import { installSchemas, unknownFields, wrongValues } from './schemas.mjs';
import { importFrom } from '../src/projects.mjs';

const { readConfig } = await importFrom('apps/tunnel-server/dist/config/config.js');
const { SETTINGS } = await importFrom('apps/tunnel-server/dist/config/settings.js');
const { findUnknownSettings } = await importFrom('apps/tunnel-server/dist/config/unknown-settings.js');

/** The content of the secret in the guides. */
const SECRETS = {
  '/run/secrets/adit/dsns': 'https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/1',
  '/run/secrets/adit/admin-token': '0123456789abcdef0123456789abcdef',
  '/run/secrets/adit/redis': 'rediss://user:password@redis.example.com:6379',
};

/** Peak memory of one process: floods at 200 MB, 64 envelopes of 20 MB at 142 MB (apps/tunnel-server and docs/benchmarks/tunnel.md). */
const FLOOD_BYTES = 200e6;
/** `MAX_GATHERED_BYTES` of the spool in Redis. */
const GATHERED_BYTES = 64 * 2 ** 20;
/** Time to store what is in flight after ADIT_SHUTDOWN_TIMEOUT, in seconds. */
const STORE_SECONDS = 3;

const schemas = installSchemas();
const reason =
  spawnSync('kubectl', ['version', '--client']).status === 0
    ? schemas.problem
    : 'kubectl, which builds kustomizations, is not found here';
if (reason !== undefined) console.log(`The manifests for Kubernetes are not tested: ${reason}.`);

/** Builds an overlay as a team would write it: on top of ours, with metrics and a namespace. */
function buildOverlay(name, yaml) {
  const folder = mkdtempSync(join(tmpdir(), 'adit-kubernetes-'));
  try {
    cpSync(KUBERNETES, folder, { recursive: true });
    cpSync(join(folder, 'disk'), join(folder, 'own'), { recursive: true });
    writeFileSync(
      join(folder, 'own/kustomization.yaml'),
      `namespace: monitoring-tunnel\nresources: [../${name}]\ncomponents: [../monitoring]\n`,
    );
    return buildObjects(join(folder, 'own'), yaml);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const copyOf = (objects) => JSON.parse(JSON.stringify(objects));

describe('the manifests for Kubernetes', { skip: reason }, () => {
  const variants = {};

  before(async () => {
    const yaml = await schemas.load('yaml');
    for (const name of ['disk', 'redis']) variants[name] = buildOverlay(name, yaml);
  });

  for (const name of ['disk', 'redis']) {
    describe(name, () => {
      it('builds, with the same objects and one workload of its own', () => {
        const kinds = variants[name].map(({ kind }) => kind).sort();
        const shared = [
          'ConfigMap',
          'NetworkPolicy',
          'PodDisruptionBudget',
          'PodMonitor',
          'Service',
          'ServiceAccount',
        ];
        const own = { disk: ['Service', 'StatefulSet'], redis: ['Deployment', 'HorizontalPodAutoscaler'] };

        assert.deepEqual(kinds, [...shared, ...own[name]].sort());
        assert.ok(variants[name].every(({ metadata }) => metadata.namespace === 'monitoring-tunnel'));
      });

      it('is valid by the schemas of Kubernetes and of the Prometheus operator', async () => {
        assert.deepEqual(await wrongValues(schemas, variants[name]), []);
        assert.deepEqual(unknownFields(schemas, variants[name]), []);
      });

      it('has selectors that find the pods, and names of ports that exist', () => {
        assert.deepEqual(lostSelectors(variants[name]), []);
        assert.deepEqual(lostPorts(variants[name]), []);
      });

      it('listens where the server listens by default', () => {
        const ports = Object.fromEntries(
          containerOf(variants[name]).ports.map((port) => [port.name, port.containerPort]),
        );

        assert.deepEqual(ports, {
          http: Number(SETTINGS.port.fallback),
          admin: Number(SETTINGS.adminPort.fallback),
        });
      });

      it('sets only variables that the server reads, to values that it accepts', () => {
        const config = configOf(variants[name]);

        assert.deepEqual(findUnknownSettings(environmentOf(variants[name])), []);
        assert.equal(config.spool.kind, name);
        assert.equal(config.adminHost, '0.0.0.0');
      });

      it('meets the restricted pod security standard, as the user of the image, on a read-only root', () => {
        const { spec } = workloadOf(variants[name]).spec.template;

        assert.deepEqual(restrictedViolations(spec), []);
        assert.equal(spec.containers[0].securityContext.readOnlyRootFilesystem, true);
        assert.deepEqual([spec.securityContext.runAsUser, spec.securityContext.fsGroup], [USER, USER]);
        assert.equal(spec.automountServiceAccountToken, false);
      });

      it('waits for the end: preStop, requests in flight, and the rest stored', () => {
        assert.ok(spareSeconds(variants[name]) >= 0);
      });

      it('has memory for a flood, and room for the spool', () => {
        const { resources } = containerOf(variants[name]);
        const needed = FLOOD_BYTES + (name === 'redis' ? GATHERED_BYTES : 0);

        assert.ok(quantityOf(resources.limits.memory) >= 1.25 * needed);
        assert.ok(roomOf(variants[name]) >= 1.1 * configOf(variants[name]).spoolMaxBytes);
        assert.equal(resources.limits.cpu, undefined);
      });

      it('mounts what it writes to and reads its secrets from', () => {
        const { volumeMounts } = containerOf(variants[name]);
        const isMounted = (path) => volumeMounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`));
        const paths = Object.values(environmentOf(variants[name])).flatMap(
          (value) => /(?:^|:)(\/\S+)/.exec(value)?.[1] ?? [],
        );

        assert.ok(paths.length >= 2);
        assert.deepEqual(
          paths.filter((path) => !isMounted(path)),
          [],
        );
      });

      it('holds no secret, and no image without a version', () => {
        assert.equal(
          variants[name].some(({ kind }) => kind === 'Secret'),
          false,
        );
        assert.match(
          containerOf(variants[name]).image,
          /^registry\.example\.com\/adit-tunnel:\d+\.\d+\.\d+$/,
        );
      });
    });
  }

  it('differ in the workload only where they must', () => {
    const podOf = (name) => {
      const { spec } = workloadOf(copyOf(variants[name])).spec.template;
      delete spec.volumes;
      for (const part of ['env', 'envFrom', 'resources']) delete spec.containers[0][part];
      return spec;
    };

    assert.deepEqual(podOf('disk'), podOf('redis'));
  });

  describe('controls', () => {
    const changed = (change) => {
      const objects = copyOf(variants.disk);
      change(objects);
      return objects;
    };

    it('a value of the wrong type is found', async () => {
      const objects = changed((all) => (containerOf(all).ports[0].containerPort = 'many'));

      assert.match((await wrongValues(schemas, objects)).join(), /containerPort/);
    });

    it('a field that does not exist is found', () => {
      const objects = changed((all) => (containerOf(all).readynessProbe = {}));

      assert.match(unknownFields(schemas, objects).join(), /readynessProbe/);
    });

    it('a field that does not exist is found in a PodMonitor', () => {
      const objects = changed((all) => (find(all, 'PodMonitor').spec.podMetricsEndpoints[0].every = '1s'));

      assert.match(unknownFields(schemas, objects).join(), /every/);
    });

    it('a selector of other labels is found', () => {
      const objects = changed(
        (all) => (find(all, 'PodDisruptionBudget').spec.selector.matchLabels = { app: 'x' }),
      );

      assert.deepEqual(lostSelectors(objects), ['PodDisruptionBudget adit-tunnel']);
    });

    it('the name of a missing port is found', () => {
      const objects = changed((all) => (containerOf(all).livenessProbe.httpGet.port = 'health'));

      assert.deepEqual(lostPorts(objects), ['health']);
    });

    it('a misspelled variable is found', () => {
      const objects = changed((all) =>
        containerOf(all).env.push({ name: 'ADIT_SPOOL_MAX_BYTE', value: '1GiB' }),
      );

      assert.deepEqual(findUnknownSettings(environmentOf(objects)), [
        'ADIT_SPOOL_MAX_BYTE (did you mean ADIT_SPOOL_MAX_BYTES?)',
      ]);
    });

    it('a careless pod is found', () => {
      const { spec } = workloadOf(copyOf(variants.disk)).spec.template;
      spec.securityContext = {};
      spec.volumes = [{ name: 'state', hostPath: { path: '/' } }];
      spec.containers[0].securityContext = { privileged: true };

      assert.deepEqual(restrictedViolations(spec), [
        'not certainly non-root',
        'no seccomp profile',
        'a volume of another kind',
        'privileges may grow',
        'capabilities are kept',
        'privileged',
      ]);
    });

    it('a grace period that is too short is found', () => {
      const objects = changed(
        (all) => (workloadOf(all).spec.template.spec.terminationGracePeriodSeconds = 17),
      );

      assert.equal(spareSeconds(objects), -1);
    });
  });
});

/** The server's configuration from the variables. */
function configOf(objects) {
  const readFile = (path) => SECRETS[path];
  return readConfig({ env: environmentOf(objects), workingDirectory: '/app', readFile });
}

/** The seconds of the grace period that remain in the worst case. */
function spareSeconds(objects) {
  const { terminationGracePeriodSeconds } = workloadOf(objects).spec.template.spec;
  const { seconds } = containerOf(objects).lifecycle.preStop.sleep;
  return (
    terminationGracePeriodSeconds - seconds - configOf(objects).shutdownTimeoutMs / 1_000 - STORE_SECONDS
  );
}

/** The size of the volume of the spool or the insurance, in bytes. */
function roomOf(objects) {
  const { spec } = workloadOf(objects);
  const [claim] = spec.volumeClaimTemplates ?? [];
  const size =
    claim?.spec.resources.requests.storage ??
    spec.template.spec.volumes.find(({ name }) => name === 'state').emptyDir.sizeLimit;
  return quantityOf(size);
}
