import { actionKey, actionTarget, ResetConversionAction } from '../cluster/action';
import { CUSTOM_RESOURCE_DEFINITIONS, SERVICES } from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { isTerminating, KubernetesObject } from '../cluster/kubernetes-object';
import { named, objectOf, optional } from '../cluster/queries';
import { fieldAt, mapListField, stringField } from '../../json/json-value';

/** Service that the conversion webhook of a CRD calls. */
export interface ConversionService {
  readonly namespace: string;
  readonly name: string;
}

/** Returns the Service of the conversion webhook of a CRD; undefined if it has none. */
export function conversionService({ spec }: KubernetesObject): ConversionService | undefined {
  const conversion = fieldAt(spec, 'conversion');
  const service = fieldAt(conversion, 'webhook', 'clientConfig', 'service');
  const [namespace, name] = [stringField(service, 'namespace'), stringField(service, 'name')];
  return stringField(conversion, 'strategy') === 'Webhook' && namespace !== undefined && name !== undefined ? { namespace, name } : undefined;
}

/** Returns the interest in such a Service. */
export function conversionServiceInterest({ namespace, name }: ConversionService): Interest {
  return optional(named(SERVICES, name, namespace));
}

/**
 * Returns whether the Service exists, apart from one that is being deleted, or is about to be because its ClusterServiceVersion is deleted:
 * `undefined` until that is known, `'unknown'` if the account may not list it.
 */
export function conversionServiceState(
  service: ConversionService, csvs: readonly string[], view: ClusterView,
): 'exists' | 'deleted' | 'unknown' | undefined {
  const interest = conversionServiceInterest(service);
  const found = objectOf(view, interest);
  if (found === undefined) {
    return view.snapshot(interest).problem === undefined ? undefined : 'unknown';
  }
  const isOrphan = found?.metadata.ownerReferences?.some(({ kind, name }) => kind === 'ClusterServiceVersion' && csvs.includes(name)) === true;
  return found === null || isTerminating(found) || isOrphan ? 'deleted' : 'exists';
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

/** Returns the command that makes the API server return the objects of a CRD as they are stored. */
export function resetConversionCommand(crd: string): string {
  return `kubectl patch crd ${crd} --type merge -p '{"spec":{"conversion":{"strategy":"None","webhook":null}}}'`;
}

/** Returns the action that removes the conversion webhook of a CRD; undefined without a resource version. */
export function resetConversionAction(crd: KubernetesObject, { namespace, name }: ConversionService): ResetConversionAction | undefined {
  const target = actionTarget(CUSTOM_RESOURCE_DEFINITIONS, crd);
  const { resourceVersion } = crd.metadata;
  return resourceVersion === undefined ? undefined : {
    type: 'reset-conversion', key: `${actionKey('reset-conversion', target)} ${resourceVersion}`, target, resourceVersion,
    description: `removes the conversion webhook of CustomResourceDefinition ${crd.metadata.name}, because its Service ${namespace}/${name} is deleted`,
  };
}
