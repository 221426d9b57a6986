import { defined } from '../../formats/json/defined';
import { mapField, stringField } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { type OlmParts, olmParts } from '../waiting/olm/olm-waiter';
import { groupOf, type Manifest } from './manifests';

/** Deployments of OLM's controllers; those of packageserver are created by OLM. */
const CONTROLLERS = ['olm-operator', 'catalog-operator'];

/** ClusterServiceVersion that is part of OLM. */
const PACKAGESERVER = 'packageserver';

/** An installation of OLM in manifests. */
export interface OlmManifests {
  readonly parts: OlmParts;

  /** Version of the release, without a leading `v`. @default - not in the manifests */
  readonly release?: string;

  /** File of the first object of the installation. */
  readonly source: string;
}

/** Returns the installation of OLM in manifests, recognized by its CRDs and Deployments, or undefined. */
export function olmManifests(manifests: readonly Manifest[]): OlmManifests | undefined {
  const own = manifests.filter(isPartOfOlm);
  if (own.length === 0) {
    return undefined;
  }
  const release = own.filter(({ kind }) => kind === 'ClusterServiceVersion')
    .map(({ object }) => stringField(mapField(object, 'spec'), 'version')?.replace(/^v/, '')).find((version) => version !== undefined);
  return {
    parts: olmParts({ _manifests: own.map(({ object }) => object as unknown as KubernetesManifest) }), source: own[0]!.source,
    ...defined({ release }),
  };
}

/** Whether an object is one by which OLM is recognized, and that has to be ready. */
export function isPartOfOlm(manifest: Manifest): boolean {
  const { kind, name } = manifest;
  switch (kind) {
    case 'CustomResourceDefinition': return name.endsWith(`.${OLM_GROUP}`);
    case 'Deployment': return CONTROLLERS.includes(name);
    case 'ClusterServiceVersion': return name === PACKAGESERVER && groupOf(manifest) === OLM_GROUP;
    default: return false;
  }
}
