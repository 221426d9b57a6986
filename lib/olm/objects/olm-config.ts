import type { KubernetesManifest } from './kubernetes-manifest';
import { OLM_GROUP } from './olm-group';
import type { CompleteReleaseSettings } from './complete-settings';

/** The one OLMConfig of a cluster: OLM reads no other name. Without a spec, OLM's own defaults hold. */
export function olmConfig({ olmConfig: { disableCopiedCsvs, packageServerSyncInterval } }: CompleteReleaseSettings): KubernetesManifest {
  const features = {
    ...(disableCopiedCsvs === undefined ? {} : { disableCopiedCSVs: disableCopiedCsvs }),
    ...(packageServerSyncInterval === undefined ? {} : { packageServerSyncInterval }),
  };
  return {
    apiVersion: `${OLM_GROUP}/v1`,
    kind: 'OLMConfig',
    metadata: { name: 'cluster' },
    ...(Object.keys(features).length > 0 ? { spec: { features } } : {}),
  };
}
