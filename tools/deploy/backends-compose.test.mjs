// The compositions of a self-hosted backend with the tunnel in front. No container is started here.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { importFrom } from '../src/projects.mjs';
import { loadCompositions, missingServices, usedVolumes } from './compositions.mjs';
import { installSchemas } from './schemas.mjs';

const { readConfig } = await importFrom('apps/tunnel-server/dist/config/config.js');
const { findUnknownSettings } = await importFrom('apps/tunnel-server/dist/config/unknown-settings.js');

/** The settings that each image reads, from its own documentation. */
const SETTINGS = {
  'bugsink/bugsink':
    'PORT SECRET_KEY CREATE_SUPERUSER DATABASE_URL BASE_URL ALLOWED_HOSTS BEHIND_HTTPS_PROXY PHONEHOME',
  'glitchtip/glitchtip':
    'SERVER_ROLE SECRET_KEY DATABASE_URL VALKEY_URL GLITCHTIP_DOMAIN CSRF_TRUSTED_ORIGINS EMAIL_URL ' +
    'DEFAULT_FROM_EMAIL ENABLE_USER_REGISTRATION ENABLE_ADMIN ENABLE_OPENAPI PORT',
  'library/postgres': 'POSTGRES_USER POSTGRES_DB POSTGRES_PASSWORD',
  'valkey/valkey': '',
};

const COMPOSITIONS = [
  { name: 'compose.bugsink.yaml', backend: 'bugsink', host: 'bugsink.example.com' },
  { name: 'compose.glitchtip.yaml', backend: 'glitchtip', host: 'glitchtip.example.com' },
];

/** Images without a version. The tunnel's is built from this workspace. */
const unpinned = ({ services }) =>
  Object.values(services)
    .map(({ image }) => image)
    .filter((image) => image !== 'adit-tunnel' && !/:\d+\.\d+(?:\.\d+)?$/.test(image));

/** Ports that are open to other machines. */
const openPorts = ({ services }) =>
  Object.values(services).flatMap(({ ports = [] }) => ports.filter((port) => !port.startsWith('127.0.0.1:')));

const unknownSettings = ({ services }) =>
  Object.entries(services).flatMap(([name, { image, environment = {} }]) => {
    if (image === 'adit-tunnel') return findUnknownSettings(environment);
    const known = SETTINGS[/^docker\.io\/(.+):/.exec(image)?.[1]]?.split(' ') ?? [];
    return Object.keys(environment)
      .filter((key) => !known.includes(key))
      .map((key) => `${name}: ${key}`);
  });

/** Secrets written in the file. Each must come from the environment, and compose must not start without it. */
const writtenSecrets = ({ services }) =>
  Object.values(services)
    .flatMap(({ environment = {} }) => Object.entries(environment))
    .filter(([key]) => /SECRET|PASSWORD|SUPERUSER|DATABASE_URL/.test(key))
    .filter(([, value]) => !/\$\{\w+:\?.+\}/.test(value))
    .map(([key]) => key);

/** Services without a health check. The tunnel's image has its own. */
const unchecked = ({ services }) =>
  Object.entries(services)
    .filter(([, { image, healthcheck }]) => image !== 'adit-tunnel' && healthcheck === undefined)
    .map(([name]) => name);

const withService = (composition, name, changes) => ({
  ...composition,
  services: { ...composition.services, [name]: { ...composition.services[name], ...changes } },
});

const schemas = installSchemas();
if (schemas.problem !== undefined)
  console.log(`The compositions of backends are not checked: ${schemas.problem}`);

for (const { name, backend, host } of COMPOSITIONS)
  describe(name, { skip: schemas.problem }, () => {
    let composition;
    let validate;

    before(async () => {
      const compositions = await loadCompositions(schemas);
      composition = compositions.read(name);
      validate = compositions.validate;
    });

    it('is valid by the schema, and is not with a field that does not exist (control)', () => {
      assert.deepEqual(validate(composition), []);
      assert.notDeepEqual(validate(withService(composition, backend, { port: [] })), []);
    });

    it('names volumes that it declares, and services that it has', () => {
      assert.deepEqual(usedVolumes(composition).sort(), Object.keys(composition.volumes).sort());
      assert.deepEqual(missingServices(composition), []);
      assert.deepEqual(missingServices(withService(composition, backend, { depends_on: ['mysql'] })), [
        'mysql',
      ]);
    });

    it('pins each image to a version, and a moving one is found (control)', () => {
      assert.deepEqual(unpinned(composition), []);
      for (const image of ['docker.io/a/b', 'docker.io/a/b:latest', 'docker.io/a/b:6'])
        assert.deepEqual(unpinned(withService(composition, backend, { image })), [image]);
    });

    it('opens no port to other machines, and one that is open is found (control)', () => {
      assert.deepEqual(openPorts(composition), []);
      assert.deepEqual(openPorts(withService(composition, backend, { ports: ['8000:8000'] })), ['8000:8000']);
    });

    it('holds no secret, and a written one is found (control)', () => {
      const environment = { ...composition.services[backend].environment, SECRET_KEY: 'change_me' };

      assert.deepEqual(writtenSecrets(composition), []);
      assert.deepEqual(writtenSecrets(withService(composition, backend, { environment })), ['SECRET_KEY']);
    });

    it('sets only variables that the images read, and another is found (control)', () => {
      assert.deepEqual(unknownSettings(composition), []);
      for (const service of [backend, 'tunnel'])
        assert.equal(
          unknownSettings(
            withService(composition, service, {
              environment: { ...composition.services[service].environment, ADIT_INGEST_ORIGINS: 'x' },
            }),
          ).length,
          1,
        );
    });

    it('checks the health of each service, and one without a check is found (control)', () => {
      assert.deepEqual(unchecked(composition), []);
      assert.deepEqual(unchecked(withService(composition, backend, { healthcheck: undefined })), [backend]);
    });

    it('the tunnel takes the DSN of the public host, and sends to the backend inside', () => {
      const { environment, stop_grace_period: grace } = composition.services.tunnel;
      const { environment: own } = composition.services[backend];
      const env = { ...environment, ADIT_DSNS: `https://${'0'.repeat(32)}@${host}/1` };
      const config = readConfig({ env, workingDirectory: '/app', readFile: () => '' });
      const { hostname, port } = new URL(environment.ADIT_INGEST_ORIGIN);

      assert.equal(config.spool.kind, 'disk');
      assert.ok(parseInt(grace, 10) >= config.shutdownTimeoutMs / 1_000 + 3);
      assert.equal(hostname, backend);
      assert.equal(port, own.PORT ?? '8000');
      // Bugsink answers 400 for an unknown host. GlitchTip accepts every host by default.
      if (own.ALLOWED_HOSTS !== undefined) assert.ok(own.ALLOWED_HOSTS.split(',').includes(hostname));
    });

    it('the tunnel trusts the proxy of this machine, which is the gateway of the network', () => {
      const [{ gateway }] = composition.networks.inside.ipam.config;

      assert.equal(composition.services.tunnel.environment.ADIT_TRUSTED_PROXIES, gateway);
    });
  });
