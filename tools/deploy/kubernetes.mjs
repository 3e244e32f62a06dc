import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';

/** The folder of the kustomizations. */
export const KUBERNETES = join(ROOT, 'deploy/kubernetes');

/** Builds a kustomization. Returns its objects. */
export function buildObjects(folder, { parseAllDocuments }) {
  const text = execFileSync('kubectl', ['kustomize', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return parseAllDocuments(text).map((document) => document.toJS());
}

/** The only object of a kind, with a name if there are several. */
export function find(objects, kind, name) {
  const [found, ...others] = objects.filter(
    (object) => object.kind === kind && (name === undefined || object.metadata.name === name),
  );
  if (found === undefined || others.length > 0) throw new Error(`${kind} ${name ?? ''}: not exactly one`);
  return found;
}

/** The StatefulSet or Deployment. */
export const workloadOf = (objects) =>
  objects.find(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment');

/** The container of the tunnel. */
export const containerOf = (objects) => workloadOf(objects).spec.template.spec.containers[0];

/** The variables that the pod starts with, including `_FILE` variables. */
export function environmentOf(objects) {
  const { env = [], envFrom = [] } = containerOf(objects);
  const maps = envFrom.map(({ configMapRef }) => find(objects, 'ConfigMap', configMapRef.name).data);
  return Object.assign({}, ...maps, Object.fromEntries(env.map(({ name, value }) => [name, value])));
}

const UNITS = { '': 1, m: 0.001, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** A quantity such as `384Mi`, in bytes or cores. */
export function quantityOf(text) {
  const [, number, unit] = /^(\d+)(m|[KMG]i|)$/.exec(text);
  return Number(number) * UNITS[unit];
}

/**
 * Selectors for pods or a workload, by labels or name, that match nothing. See
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/
 */
export function lostSelectors(objects) {
  const workload = workloadOf(objects);
  const labels = workload.spec.template.metadata.labels;
  const matches = (selector) =>
    Object.keys(selector).length > 0 &&
    Object.entries(selector).every(([key, value]) => labels[key] === value);
  const selectors = {
    Service: ({ spec }) => spec.selector,
    PodDisruptionBudget: ({ spec }) => spec.selector.matchLabels,
    NetworkPolicy: ({ spec }) => spec.podSelector.matchLabels,
    PodMonitor: ({ spec }) => spec.selector.matchLabels,
    StatefulSet: ({ spec }) => spec.selector.matchLabels,
    Deployment: ({ spec }) => spec.selector.matchLabels,
  };
  const lost = objects.filter((object) => selectors[object.kind] && !matches(selectors[object.kind](object)));
  const spread = workload.spec.template.spec.topologySpreadConstraints ?? [];
  const targets = objects.filter(
    ({ kind, spec }) =>
      kind === 'HorizontalPodAutoscaler' &&
      (spec.scaleTargetRef.kind !== workload.kind || spec.scaleTargetRef.name !== workload.metadata.name),
  );
  return [
    ...[...lost, ...targets].map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    ...spread
      .filter(({ labelSelector }) => !matches(labelSelector.matchLabels))
      .map(({ topologyKey }) => topologyKey),
  ];
}

/** The names of ports that are referenced and that the container does not have. */
export function lostPorts(objects) {
  const container = containerOf(objects);
  const names = container.ports.map(({ name }) => name);
  const used = objects.flatMap(({ kind, spec }) => {
    if (kind === 'Service') return spec.ports.map(({ targetPort }) => targetPort);
    if (kind === 'PodMonitor') return spec.podMetricsEndpoints.map(({ port }) => port);
    if (kind === 'NetworkPolicy') return spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
    return [];
  });
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
    (probe) => container[probe].httpGet.port,
  );
  return [...used, ...probes].filter((port) => !names.includes(port));
}

/**
 * Settings of a pod that the restricted standard forbids. See
 * https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
 */
export function restrictedViolations({ securityContext = {}, containers, volumes = [], ...pod }) {
  const VOLUMES = [
    'configMap',
    'csi',
    'downwardAPI',
    'emptyDir',
    'ephemeral',
    'persistentVolumeClaim',
    'projected',
    'secret',
  ];
  const rules = {
    'host namespaces': pod.hostNetwork || pod.hostPID || pod.hostIPC,
    'not certainly non-root': securityContext.runAsNonRoot !== true || securityContext.runAsUser === 0,
    'no seccomp profile': !['RuntimeDefault', 'Localhost'].includes(securityContext.seccompProfile?.type),
    'a volume of another kind': volumes.some((volume) => !VOLUMES.some((kind) => volume[kind] !== undefined)),
    'privileges may grow': containers.some(
      ({ securityContext: own }) => own?.allowPrivilegeEscalation !== false,
    ),
    'capabilities are kept': containers.some(
      ({ securityContext: own }) => !own?.capabilities?.drop?.includes('ALL'),
    ),
    'capabilities are added': containers.some(
      ({ securityContext: own }) => own?.capabilities?.add !== undefined,
    ),
    privileged: containers.some(({ securityContext: own }) => own?.privileged === true),
    'a port of the node': containers.some(({ ports = [] }) =>
      ports.some(({ hostPort }) => hostPort !== undefined),
    ),
  };
  return Object.keys(rules).filter((rule) => rules[rule]);
}
