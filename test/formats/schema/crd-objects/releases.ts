import { olmV1CustomResourceDefinitions } from '../../../../lib/olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../../../lib/olm/v1/olm-v1-version';
import { rukpakCrds } from '../../../../lib/olm/rukpak/crds/rukpak-crds';
import { RukpakVersion } from '../../../../lib/olm/rukpak/rukpak-version';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import type { JsonSchema } from '../../../../lib/formats/schema/checks/json-schema';

/** A CRD in the first release that has it like this. */
export interface ReleasedCrd {
  /** Such as `ClusterExtension of OLM 1.8.0, experimental`. */
  readonly title: string;
  readonly release: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly crd: KubernetesManifest;
  readonly spec: JsonSchema;
}

/** Returns the CRDs of all releases of OLM v1 and RukPak, those with the same spec once. */
export function releasedCrds(): ReleasedCrd[] {
  const all = [
    ...OlmV1Version.all.flatMap(version => [false, true].flatMap(experimental => (
      olmV1CustomResourceDefinitions(version, experimental, CrdDescriptions.NONE).map(crd => released(crd, `OLM ${version.version}${experimental ? ', experimental' : ''}`, version.version))
    ))),
    ...RukpakVersion.all.flatMap(version => rukpakCrds(version, CrdDescriptions.NONE).map(crd => released(crd, `RukPak ${version.version}`, version.version))),
  ];
  return [...new Map([...all].reverse().map(each => [JSON.stringify([each.apiVersion, each.kind, each.spec]), each])).values()].reverse();
}

function released(crd: KubernetesManifest, product: string, release: string): ReleasedCrd {
  const { group, names, versions } = crd['spec'] as {
    group: string; names: { kind: string }; versions: { name: string; schema: { openAPIV3Schema: JsonSchema } }[];
  };
  const [version] = versions;
  return {
    title: `${names.kind} of ${product}`,
    release,
    kind: names.kind,
    apiVersion: `${group}/${version!.name}`,
    crd,
    spec: version!.schema.openAPIV3Schema.properties!['spec']!,
  };
}

/** Returns a CRD in another API group, so that a cluster can have it in several releases. */
export function inOwnGroup(released: ReleasedCrd, group: string): ReleasedCrd {
  const { crd, apiVersion } = released;
  const spec = crd['spec'] as { names: { plural: string } };
  return {
    ...released,
    apiVersion: `${group}/${apiVersion.split('/')[1]!}`,
    crd: { ...crd, metadata: { ...crd.metadata, name: `${spec.names.plural}.${group}` }, spec: { ...spec, group } },
  };
}
