import type { CrdDescriptions } from './crd-descriptions';
import type { KubernetesManifest } from '../kubernetes-manifest';
import type { OlmVersion } from '../olm-version';

/** The CRDs of a release, in the order of their plural names. */
export function customResourceDefinitions(_version: OlmVersion, _descriptions: CrdDescriptions): KubernetesManifest[] {
  return [];
}
