import { CrdDescriptions } from '../../lib/formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../lib/formats/schema/kubernetes-manifest';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../lib/formats/schema/api-groups';
import { rukpakCrds } from '../../lib/olm/rukpak/crds/rukpak-crds';
import { RukpakVersion } from '../../lib/olm/rukpak/rukpak-version';
import { releaseManifests } from '../../lib/olm/v0/release/release';
import { olmV1CustomResourceDefinitions } from '../../lib/olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../lib/olm/v1/olm-v1-version';

/** CRDs of an API group. */
export interface CrdGroup {
  readonly group: string;
  readonly crds: readonly KubernetesManifest[];
}

/**
 * Releases of RukPak that together have all of its kinds, in the order of their API versions, because the class of the first version of a kind has
 * the plain name.
 */
const RUKPAK_RELEASES = [RukpakVersion.V0_5_0, RukpakVersion.V0_16_0, RukpakVersion.V0_24_0];

/** Returns the CRDs that `imports/` is generated from. */
export function importedCrds(): CrdGroup[] {
  return [
    { group: OLM_GROUP, crds: releaseManifests().crds },
    { group: OLM_V1_GROUP, crds: olmV1Kinds() },
    { group: RUKPAK_GROUP, crds: rukpakKinds() },
  ];
}

/** Returns the newest CRD of each kind of OLM v1, with the fields of the experimental channel. */
function olmV1Kinds(): KubernetesManifest[] {
  const releases = [OlmV1Version.V1_8_0, OlmV1Version.DEFAULT];
  const crds = releases.flatMap((version) => olmV1CustomResourceDefinitions(version, true, CrdDescriptions.FULL));
  return [...new Map(crds.map((crd) => [crd.metadata.name, crd])).values()];
}

/** Returns the newest CRD of each kind and version of RukPak. */
function rukpakKinds(): KubernetesManifest[] {
  const crds = RUKPAK_RELEASES.flatMap((version) => rukpakCrds(version, CrdDescriptions.FULL));
  const versions = new Map(crds.map((crd) => [`${crd.metadata.name} ${versionOf(crd)}`, crd]));
  return [...versions.values()];
}

function versionOf(crd: KubernetesManifest): string {
  return (crd as unknown as { readonly spec: { readonly versions: readonly { readonly name: string }[] } }).spec.versions[0]!.name;
}
