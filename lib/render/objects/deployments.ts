import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { type JsonMap, mapField, mapListField, stringField, stringMapField } from '../../formats/json/json-value';
import { perObject } from '../../text/per-object';
import type { Deployment, Operator, PlainObject } from '../model/operator';
import type { Rendering, WebhookService } from '../model/rendering';
import { configured } from './deployment-config';

/** Returns the Deployments. */
export function deploymentObjects(operator: Operator, rendering: Rendering, services: ReadonlyMap<string, WebhookService>): PlainObject[] {
  return operator.deployments.map((deployment) => deploymentObject(deployment, operator, rendering, services.get(deployment.name)));
}

function deploymentObject(
  { name, labels, spec }: Deployment, operator: Operator, rendering: Rendering, service: WebhookService | undefined,
): PlainObject {
  const { installNamespace, targetNamespaces, certificates, compatible, deploymentConfig } = rendering;
  const template = mapField(spec, 'template');
  const metadata = mapField(template, 'metadata');
  const own = stringMapField(metadata, 'annotations');
  // Operators read the namespaces to watch from these annotations, through the downward API.
  const required = { ...own, 'olm.targetNamespaces': targetNamespaces.join(','), 'olm.operatorNamespace': installNamespace };
  const annotations = compatible ? { ...operator.annotations, ...required } : fittingAnnotations(operator.annotations, required);
  const pod = mapField(template, 'spec');
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: installNamespace, ...defined({ labels }) },
    spec: {
      ...spec,
      // As OLM v0 does.
      revisionHistoryLimit: 1,
      template: {
        ...template,
        metadata: { ...metadata, annotations },
        spec: service === undefined || certificates === undefined ? pod : withCertificateVolumes(pod, service.certificate, compatible),
      },
    },
  };
  return configured(deployment, deploymentConfig);
}

/** Volumes that OLM v0 mounts into operators with webhooks or APIServices; operators expect their certificates there. */
const VOLUMES = [
  { name: 'webhook-cert', path: '/tmp/k8s-webhook-server/serving-certs', certificate: 'tls.crt', key: 'tls.key' },
  { name: 'apiservice-cert', path: '/apiserver.local.config/certificates', certificate: 'apiserver.crt', key: 'apiserver.key' },
] as const;

/**
 * Mounts the certificate into every container of a pod. Volumes with the same names, and those that containers mount at the same paths, are
 * replaced.
 *
 * @param compatible whether mounts of replaced volumes in init containers are kept, as in OLM v1, which makes the pod invalid
 */
export function withCertificateVolumes(pod: JsonMap, certificate: WebhookService['certificate'], compatible: boolean): JsonMap {
  const containers = mapListField(pod, 'containers');
  const replaced = replacedVolumes(containers);
  const isKept = (entry: JsonMap): boolean => !replaced.has(stringField(entry, 'name') ?? '');
  const initContainers = mapListField(pod, 'initContainers');
  return {
    ...pod,
    volumes: [...mapListField(pod, 'volumes').filter(isKept), ...VOLUMES.map((volume) => secretVolume(volume, certificate))],
    containers: containers.map((container) => ({
      ...container,
      volumeMounts: [...mapListField(container, 'volumeMounts').filter(isKept), ...VOLUMES.map(({ name, path }) => ({ name, mountPath: path }))],
    })),
    ...(compatible || initContainers.length === 0 ? {} : { initContainers: initContainers.map((container) => remounted(container, replaced)) }),
  };
}

/** Returns the volumes to remove, each with the name of the volume that replaces it. */
function replacedVolumes(containers: readonly JsonMap[]): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>();
  for (const mount of containers.flatMap((container) => mapListField(container, 'volumeMounts'))) {
    const volume = VOLUMES.find(({ path }) => path === stringField(mount, 'mountPath'));
    if (volume !== undefined) {
      replaced.set(stringField(mount, 'name') ?? '', volume.name);
    }
  }
  VOLUMES.forEach(({ name }) => replaced.set(name, name));
  return replaced;
}

function secretVolume(volume: (typeof VOLUMES)[number], { secretName, certificateKey = 'tls.crt', privateKeyKey = 'tls.key' }: WebhookService['certificate']): JsonMap {
  const items = [{ key: certificateKey, path: volume.certificate }, { key: privateKeyKey, path: volume.key }];
  return { name: volume.name, secret: { secretName, items } };
}

function remounted(container: JsonMap, replaced: ReadonlyMap<string, string>): JsonMap {
  const mounts = mapListField(container, 'volumeMounts');
  return mounts.length === 0 ? container : {
    ...container,
    volumeMounts: mounts.map((mount) => ({ ...mount, name: replaced.get(stringField(mount, 'name') ?? '') ?? mount['name'] })),
  };
}

/** Maximum size of all annotations of an object, keys and values, in Kubernetes. */
const MAX_ANNOTATION_BYTES = 262_144;

/**
 * Returns annotations with the required ones, which take precedence. If all together are larger than the API server accepts, the largest that are not
 * required are omitted: these are examples and properties that only OLM and consoles read. OLM v1 keeps them, and the API server then refuses
 * the Deployment.
 */
export function fittingAnnotations(
  annotations: { readonly [key: string]: string }, required: { readonly [key: string]: string },
): { readonly [key: string]: string } {
  let rest = MAX_ANNOTATION_BYTES - annotationBytes(required);
  const omitted = new Set<string>();
  for (const { key, bytes } of SMALLEST_FIRST(annotations)) {
    if (!Object.hasOwn(required, key)) {
      rest -= bytes;
      if (rest < 0) {
        omitted.add(key);
      }
    }
  }
  const kept = Object.entries(annotations).filter(([key]) => !omitted.has(key) && !Object.hasOwn(required, key));
  return { ...Object.fromEntries(kept), ...required };
}

/** The annotations of a ClusterServiceVersion are those of all its Deployments. */
const SMALLEST_FIRST = perObject((annotations: { readonly [key: string]: string }) => (
  Object.entries(annotations).map((entry) => ({ key: entry[0], bytes: bytesOf(entry) }))
    .sort((left, right) => left.bytes - right.bytes || compareUtf8(left.key, right.key))
));

/** Returns the size of annotations in bytes, keys and values, as Kubernetes counts it. */
export function annotationBytes(annotations: { readonly [key: string]: string }): number {
  return Object.entries(annotations).reduce((sum, entry) => sum + bytesOf(entry), 0);
}

function bytesOf([key, value]: readonly [string, string]): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value);
}
