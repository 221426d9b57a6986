import { fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import type { Finding } from '../explain/explanation';
import { messageLine } from '../explain/formatting';
import type { OwnedApi } from '../view/cluster-service-version';
import type { Interest } from '../view/cluster-view';
import { condition, isTerminating, type KubernetesObject, specString } from '../view/kubernetes-object';

/** Returns why the API server does not serve a CRD or one of its versions, or undefined if it does. */
export function crdProblem(crd: KubernetesObject, version: string | undefined): Finding | undefined {
  const { name } = crd.metadata;
  if (isTerminating(crd)) {
    return { cause: 'crd-not-established', message: `CustomResourceDefinition ${name} is being deleted` };
  }
  const names = condition(crd, 'NamesAccepted');
  if (names?.status === 'False') {
    return { cause: 'crd-names-conflict', message: `CustomResourceDefinition ${name} cannot be served: ${messageLine(names.message)}` };
  }
  const established = condition(crd, 'Established');
  if (established?.status !== 'True') {
    const why = established === undefined ? '' : `: ${messageLine(established.message)}`;
    return { cause: 'crd-not-established', message: `CustomResourceDefinition ${name} is not established${why}` };
  }
  const versions = mapListField(crd.spec, 'versions');
  const isServed = version === undefined || versions.some((found) => stringField(found, 'name') === version && found['served'] === true);
  return isServed ? undefined : { cause: 'crd-version-not-served', message: `CustomResourceDefinition ${name} does not serve version ${version}` };
}

/** Returns the API that a CRD defines, with the version in which its objects are stored. */
export function apiOf({ metadata: { name: crd }, spec }: KubernetesObject): OwnedApi {
  const versions = mapListField(spec, 'versions');
  const stored = versions.find((version) => version['storage'] === true) ?? versions[0];
  const text = (...path: string[]): string => {
    const found = fieldAt(spec, ...path);
    return typeof found === 'string' ? found : '';
  };
  return { crd, group: text('group'), plural: text('names', 'plural'), kind: text('names', 'kind'), version: stringField(stored, 'name') ?? '' };
}

/** Returns the interest in the objects of a CRD, in the version in which they are stored. */
export function objectsOfCrd(crd: KubernetesObject): Interest {
  const { group, plural, kind, version } = apiOf(crd);
  return { resource: { group, plural, kind, version: listableVersion(crd) ?? version, namespaced: specString(crd, 'scope') !== 'Cluster' } };
}

/** Returns the version in which the objects of a CRD are stored. */
export function storageVersion({ spec }: KubernetesObject): string | undefined {
  return stringField(mapListField(spec, 'versions').find((version) => version['storage'] === true), 'name');
}

/**
 * Returns a version in which objects can be listed: the one in which they are stored, because no webhook has to convert them then; otherwise the
 * preferred one, or any that is served.
 */
export function listableVersion(crd: KubernetesObject, preferred?: string): string | undefined {
  const served = mapListField(crd.spec, 'versions').filter((version) => version['served'] === true).map((version) => stringField(version, 'name'));
  return [storageVersion(crd), preferred, ...served].find((version) => version !== undefined && served.includes(version));
}
