import { field, fieldAt, type JsonMap, stringField, stringListField } from '../../../formats/json/json-value';
import type { BundleObject } from '../../model/bundle-view';
import { containersOf, csvRule, deploymentsOf, initContainersOf, podSpecOf, specOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { type Located, locatedMaps, type Rule } from '../../model/rule';

const { WARNING } = FindingSeverity;
const BY_DIGEST = /@[a-z0-9]+:[0-9a-f]{32,}$/;

/** Rules about the operator's pods, for clusters with quotas, Pod Security or mirrored images. */
export const POD_RULES: readonly Rule[] = [
  csvRule({
    id: 'pod-requests',
    severity: WARNING,
    summary: 'every container and init container requests cpu and memory',
    remedy: 'set resources.requests.cpu and resources.requests.memory; quotas reject the pod otherwise',
    source: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  }, function* (csv) {
    for (const { value, path } of everyContainer(csv)) {
      const requests = fieldAt(value, 'resources', 'requests');
      const missing = ['cpu', 'memory'].filter((key) => (field(requests, key) ?? null) === null);
      if (missing.length > 0) {
        yield { message: `the container ${nameOf(value)} does not request ${missing.join(' and ')}`, path };
      }
    }
  }),
  csvRule({
    id: 'pod-restricted',
    severity: WARNING,
    summary: 'the pods comply with the restricted Pod Security Standard',
    remedy: 'remove these privileges, or document the namespace labels that they need; OpenShift and the namespace olm enforce the standard',
    source: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted',
  }, function* (csv) {
    for (const deployment of deploymentsOf(csv)) {
      const pod = podSpecOf(deployment);
      const shared = podBreaches(pod.value);
      if (shared.length > 0) {
        yield { message: `the pods of the deployment ${nameOf(deployment.value)} ${shared.join(', ')}`, path: deployment.path };
      }
      for (const { value, path } of [...initContainersOf(deployment), ...containersOf(deployment)]) {
        const breaches = containerBreaches(value, field(pod.value, 'securityContext'));
        if (breaches.length > 0) {
          yield { message: `the container ${nameOf(value)} ${breaches.join(', ')}`, path };
        }
      }
    }
  }),
  csvRule({
    id: 'image-tag',
    severity: WARNING,
    summary: 'every image is referenced by digest',
    remedy: 'reference the image with @sha256:…; tags can move, and disconnected clusters mirror images by digest',
    source: 'https://olm.operatorframework.io/docs/best-practices/common/',
  }, function* (csv) {
    for (const { value, path } of imagesOf(csv)) {
      if (value !== '' && !BY_DIGEST.test(value)) {
        yield { message: `the image ${JSON.stringify(value)} has no digest`, path, value };
      }
    }
  }),
];

function everyContainer(csv: BundleObject): Located<JsonMap>[] {
  return deploymentsOf(csv).flatMap((deployment) => [...initContainersOf(deployment), ...containersOf(deployment)]);
}

function nameOf(value: JsonMap): string {
  return JSON.stringify(stringField(value, 'name') ?? '');
}

/** Returns the resources that pods share with their node. */
function podBreaches(pod: unknown): string[] {
  const hostPaths = locatedMaps(pod, 'volumes', []).some(({ value }) => (field(value, 'hostPath') ?? null) !== null);
  return [
    ...['hostNetwork', 'hostPID', 'hostIPC'].filter((key) => field(pod, key) === true).map((key) => `use ${key}`),
    ...(hostPaths ? ['mount host paths'] : []),
  ];
}

function containerBreaches(container: JsonMap, podContext: unknown): string[] {
  const context = field(container, 'securityContext');
  const effective = (key: string): unknown => field(context, key) ?? field(podContext, key);
  const capabilities = field(context, 'capabilities');
  const added = stringListField(capabilities, 'add').filter((name) => name !== 'NET_BIND_SERVICE');
  const seccomp = stringField(effective('seccompProfile'), 'type');
  return [
    ...(field(context, 'privileged') === true ? ['is privileged'] : []),
    ...(field(context, 'allowPrivilegeEscalation') === false ? [] : ['does not set allowPrivilegeEscalation: false']),
    ...(stringListField(capabilities, 'drop').includes('ALL') ? [] : ['does not drop ALL capabilities']),
    ...(added.length > 0 ? [`adds the capabilities ${added.join(', ')}`] : []),
    ...(effective('runAsNonRoot') === true ? [] : ['does not set runAsNonRoot: true']),
    ...(effective('runAsUser') === 0 ? ['runs as user 0'] : []),
    ...(seccomp === 'RuntimeDefault' || seccomp === 'Localhost' ? [] : ['does not set seccompProfile to RuntimeDefault']),
  ];
}

/** Returns the images of containers, the related images, and those in RELATED_IMAGE_ variables, without duplicates. */
function imagesOf(csv: BundleObject): Located<string>[] {
  const images = [...everyContainer(csv), ...locatedMaps(specOf(csv), 'relatedImages', ['spec'])]
    .map(({ value, path }) => ({ value: stringField(value, 'image') ?? '', path: [...path, 'image'] }));
  const variables = everyContainer(csv).flatMap(({ value, path }) => locatedMaps(value, 'env', path))
    .filter(({ value }) => stringField(value, 'name')?.startsWith('RELATED_IMAGE_') === true)
    .map(({ value, path }) => ({ value: stringField(value, 'value') ?? '', path: [...path, 'value'] }));
  const seen = new Set<string>();
  return [...images, ...variables].filter(({ value }) => !seen.has(value) && seen.add(value));
}
