import type { KubernetesManifest } from '../kubernetes-manifest';

/** A ClusterServiceVersion as OLM writes it once it has seen it: its version has no `v`. Other objects stay as they are. */
export function withPlainVersion(object: KubernetesManifest): KubernetesManifest {
  const spec = object['spec'] as { readonly version?: unknown } | undefined;
  return object.kind === 'ClusterServiceVersion' && typeof spec?.version === 'string'
    ? { ...object, spec: { ...spec, version: spec.version.replace(/^v(?=\d)/, '') } }
    : object;
}
