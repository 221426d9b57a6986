import { type JsonMap, mapListField, stringField } from '../../formats/json/json-value';
import type { WebhookService } from '../model/webhook-service';

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
