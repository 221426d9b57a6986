import { fieldAt, mapsField, textField } from '../../../bundle/json-value';
import { KubernetesObject } from '../cluster/kubernetes-object';

/** An API that an operator brings. */
export interface OwnedApi {
  /** The name of its CustomResourceDefinition: plural and group. */
  readonly crd: string;
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly version: string;
}

/** The CRDs' APIs that a ClusterServiceVersion owns. Entries that are incomplete are left out: OLM refuses them itself. */
export function ownedApis(csv: KubernetesObject | undefined): OwnedApi[] {
  return mapsField(fieldAt(csv?.spec, 'customresourcedefinitions'), 'owned').flatMap((owned) => {
    const [crd, kind, version] = [textField(owned, 'name'), textField(owned, 'kind'), textField(owned, 'version')];
    const dot = crd?.indexOf('.') ?? -1;
    if (crd === undefined || kind === undefined || version === undefined || dot < 1) {
      return [];
    }
    return [{ crd, kind, version, plural: crd.slice(0, dot), group: crd.slice(dot + 1) }];
  });
}

/** The names of the Deployments that a ClusterServiceVersion is made of. */
export function deploymentNames(csv: KubernetesObject | undefined): string[] {
  return mapsField(fieldAt(csv?.spec, 'install', 'spec'), 'deployments')
    .map((deployment) => textField(deployment, 'name'))
    .filter((name) => name !== undefined);
}
