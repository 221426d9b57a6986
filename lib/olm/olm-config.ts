import type { KubernetesManifest } from './kubernetes-manifest';
import { OLM_GROUP } from './olm-group';

/** The one OLMConfig of a cluster: OLM reads no other name. Without a spec, OLM's own defaults hold. */
export function olmConfig(): KubernetesManifest {
  return { apiVersion: `${OLM_GROUP}/v1`, kind: 'OLMConfig', metadata: { name: 'cluster' } };
}
