import type { JsonMap } from '../../../json-value';
import { field, fieldAt, textField, textsField } from '../../../json-value';
import { containersOf, deploymentsOf, initContainersOf, podSpecOf, specOf } from '../../csv-parts';
import { csvRule } from '../../csv-rule';
import type { Placed } from '../../placed';
import { placedMaps } from '../../placed';
import type { Rule } from '../../rule';
import { FindingSeverity } from '../../severity';
import type { SubjectObject } from '../../subject';

const { WARNING } = FindingSeverity;
const BY_DIGEST = /@[a-z0-9]+:[0-9a-f]{32,}$/;

/** The pods of an operator: what clusters ask of them that are not wide open. */
export const POD_RULES: readonly Rule[] = [
  csvRule({
    id: 'pod-requests',
    severity: WARNING,
    summary: 'every container requests cpu and memory, those that run before the others too',
    remedy: 'set resources.requests.cpu and resources.requests.memory; a quota refuses the pod otherwise',
    source: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  }, function* (csv) {
    for (const { value, path } of everyContainer(csv)) {
      const requests = fieldAt(value, 'resources', 'requests');
      const missing = ['cpu', 'memory'].filter((key) => (field(requests, key) ?? null) === null);
      if (missing.length > 0) {
        yield { message: `the container ${nameOf(value)} requests no ${missing.join(' and no ')}`, path };
      }
    }
  }),
  csvRule({
    id: 'pod-restricted',
    severity: WARNING,
    summary: 'the pods keep to the restricted Pod Security Standard',
    remedy: 'drop the privileges that are named, or tell users to label the namespace for them; OpenShift and the namespace olm enforce the standard',
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
    summary: 'every image is named by digest',
    remedy: 'name the image with @sha256:…: a tag can move, and clusters without Internet access mirror by digest',
    source: 'https://olm.operatorframework.io/docs/best-practices/common/',
  }, function* (csv) {
    for (const { value, path } of imagesOf(csv)) {
      if (value !== '' && !BY_DIGEST.test(value)) {
        yield { message: `the image ${JSON.stringify(value)} is named without a digest`, path, value };
      }
    }
  }),
];

function everyContainer(csv: SubjectObject): Placed<JsonMap>[] {
  return deploymentsOf(csv).flatMap((deployment) => [...initContainersOf(deployment), ...containersOf(deployment)]);
}

function nameOf(value: JsonMap): string {
  return JSON.stringify(textField(value, 'name') ?? '');
}

/** What pods share with their node. */
function podBreaches(pod: unknown): string[] {
  const hostPaths = placedMaps(pod, 'volumes', []).some(({ value }) => (field(value, 'hostPath') ?? null) !== null);
  return [
    ...['hostNetwork', 'hostPID', 'hostIPC'].filter((key) => field(pod, key) === true).map((key) => `use ${key}`),
    ...(hostPaths ? ['mount folders of the node'] : []),
  ];
}

function containerBreaches(container: JsonMap, podContext: unknown): string[] {
  const context = field(container, 'securityContext');
  const effective = (key: string): unknown => field(context, key) ?? field(podContext, key);
  const capabilities = field(context, 'capabilities');
  const added = textsField(capabilities, 'add').filter((name) => name !== 'NET_BIND_SERVICE');
  const seccomp = textField(effective('seccompProfile'), 'type');
  return [
    ...(field(context, 'privileged') === true ? ['is privileged'] : []),
    ...(field(context, 'allowPrivilegeEscalation') === false ? [] : ['does not set allowPrivilegeEscalation: false']),
    ...(textsField(capabilities, 'drop').includes('ALL') ? [] : ['does not drop ALL capabilities']),
    ...(added.length > 0 ? [`adds the capabilities ${added.join(', ')}`] : []),
    ...(effective('runAsNonRoot') === true ? [] : ['does not set runAsNonRoot: true']),
    ...(effective('runAsUser') === 0 ? ['runs as user 0'] : []),
    ...(seccomp === 'RuntimeDefault' || seccomp === 'Localhost' ? [] : ['does not set seccompProfile to RuntimeDefault']),
  ];
}

/** The images of containers, of their RELATED_IMAGE_ variables, and the related ones; each once. */
function imagesOf(csv: SubjectObject): Placed<string>[] {
  const images = [...everyContainer(csv), ...placedMaps(specOf(csv), 'relatedImages', ['spec'])]
    .map(({ value, path }) => ({ value: textField(value, 'image') ?? '', path: [...path, 'image'] }));
  const variables = everyContainer(csv).flatMap(({ value, path }) => placedMaps(value, 'env', path))
    .filter(({ value }) => textField(value, 'name')?.startsWith('RELATED_IMAGE_') === true)
    .map(({ value, path }) => ({ value: textField(value, 'value') ?? '', path: [...path, 'value'] }));
  const seen = new Set<string>();
  return [...images, ...variables].filter(({ value }) => !seen.has(value) && seen.add(value));
}
