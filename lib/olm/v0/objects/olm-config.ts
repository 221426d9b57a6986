import { defined } from '../../../formats/json/defined';
import { OLM_GROUP } from '../../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { CompleteReleaseSettings } from '../settings/complete-settings';
import { formatInterval } from '../settings/interval';

/** Returns the OLMConfig. OLM reads only the one named `cluster`; without a spec, OLM's defaults apply. */
export function olmConfig({ olmConfig: { disableCopiedCsvs, packageServerSyncInterval } }: CompleteReleaseSettings): KubernetesManifest {
  const features = defined({
    disableCopiedCSVs: disableCopiedCsvs,
    packageServerSyncInterval: packageServerSyncInterval === undefined ? undefined : formatInterval(packageServerSyncInterval),
  });
  return {
    apiVersion: `${OLM_GROUP}/v1`,
    kind: 'OLMConfig',
    metadata: { name: 'cluster' },
    ...(Object.keys(features).length > 0 ? { spec: { features } } : {}),
  };
}
