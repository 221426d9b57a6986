import { fieldAt, stringField } from '../../../formats/json/json-value';
import { shortList } from '../explain/formatting';
import { storageVersion } from '../rules/crds';
import { actionKey, actionTarget, ResetConversionAction } from '../view/action';
import { CUSTOM_RESOURCE_DEFINITIONS, SERVICES } from '../view/api-resource';
import { ClusterView, Interest, named, objectOf, optional } from '../view/cluster-view';
import { isTerminating, KubernetesObject } from '../view/kubernetes-object';
import { Leftover, objectTitle, Stage } from './stage';
import { shell } from '../../../text/shell';

/** Service that the conversion webhook of a CRD calls. */
export interface ConversionService {
  readonly namespace: string;
  readonly name: string;
}

/** Returns the Service of the conversion webhook of a CRD, if any. */
export function conversionService({ spec }: KubernetesObject): ConversionService | undefined {
  const conversion = fieldAt(spec, 'conversion');
  const service = fieldAt(conversion, 'webhook', 'clientConfig', 'service');
  const [namespace, name] = [stringField(service, 'namespace'), stringField(service, 'name')];
  return stringField(conversion, 'strategy') === 'Webhook' && namespace !== undefined && name !== undefined ? { namespace, name } : undefined;
}

/** Returns the interest in the Service of a conversion webhook. */
export function conversionServiceInterest({ namespace, name }: ConversionService): Interest {
  return optional(named(SERVICES, name, namespace));
}

/**
 * Returns whether the Service exists. One that is being deleted, or is about to be deleted because its ClusterServiceVersion is, does not count.
 * `undefined` until the Service is listed, and `'unknown'` if the account may not list it.
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

/** CRD with a conversion webhook whose Service is not known to exist. */
export interface BrokenConversion {
  readonly crd: KubernetesObject;
  readonly service: ConversionService;
  readonly state: 'deleted' | 'unknown' | undefined;
}

/** Returns the CRDs that would be left with a conversion webhook whose Service is not known to exist. */
export function brokenConversions(crds: readonly KubernetesObject[], csvs: readonly string[], view: ClusterView): BrokenConversion[] {
  return crds.filter((crd) => !isTerminating(crd)).flatMap((crd): BrokenConversion[] => {
    const service = conversionService(crd);
    if (service === undefined) {
      return [];
    }
    const state = conversionServiceState(service, csvs, view);
    return state === 'exists' ? [] : [{ crd, service, state }];
  });
}

/**
 * Removes the conversion webhooks whose Service was deleted with the operator, and otherwise reports them: until they are removed, the API server
 * cannot return objects in versions other than the stored one, and cannot delete their Namespaces.
 *
 * @param phase phase of the stage if it removes nothing
 * @param reset whether to remove them
 */
export function conversionStage(phase: string, broken: readonly BrokenConversion[], reset: boolean): Stage {
  const deleted = broken.filter(({ state }) => state === 'deleted');
  if (broken.some(({ state }) => state === undefined)) {
    return { phase, waitingFor: `the Service of the conversion webhook of ${conversionTitles(broken)}` };
  }
  return deleted.length === 0 || !reset ? { phase, left: broken.map(conversionLeftover) } : {
    phase: 'conversion', waitingFor: `the conversion webhook of ${conversionTitles(broken)} to be removed`,
    actions: deleted.map(({ crd, service }) => resetConversionAction(crd, service)).filter((action) => action !== undefined),
  };
}

/** Returns the titles of the CRDs, for a progress line. */
export function conversionTitles(broken: readonly BrokenConversion[]): string {
  return shortList(broken.map(({ crd }) => `${CUSTOM_RESOURCE_DEFINITIONS.kind} ${crd.metadata.name}`));
}

/** Reports a CRD that is left with a conversion webhook without a Service, and how to remove the webhook. */
export function conversionLeftover({ crd, service, state }: BrokenConversion): Leftover {
  const called = `its conversion webhook calls Service ${service.namespace}/${service.name}`;
  const unreadable = `its objects cannot be read except in version ${storageVersion(crd) ?? 'in which they are stored'}, and their Namespaces cannot be deleted`;
  const found = state === 'deleted' ? `${called}, which is deleted: ${unreadable}` : `${called}, which the account may not list; if it is deleted, ${unreadable}`;
  return {
    object: objectTitle({ resource: CUSTOM_RESOURCE_DEFINITIONS, object: crd }),
    reason: `${found}; to fix that, run ${resetConversionCommand(crd.metadata.name)}`,
  };
}

/** Returns the command that makes the API server return the objects of a CRD as they are stored. */
export function resetConversionCommand(crd: string): string {
  return shell`kubectl patch crd ${crd} --type merge -p '{"spec":{"conversion":{"strategy":"None","webhook":null}}}'`;
}

/** Returns the action that removes the conversion webhook of a CRD, or undefined without a resource version. */
export function resetConversionAction(crd: KubernetesObject, { namespace, name }: ConversionService): ResetConversionAction | undefined {
  const target = actionTarget(CUSTOM_RESOURCE_DEFINITIONS, crd);
  const { resourceVersion } = crd.metadata;
  return resourceVersion === undefined ? undefined : {
    type: 'reset-conversion', key: `${actionKey('reset-conversion', target)} ${resourceVersion}`, target, resourceVersion,
    description: `removes the conversion webhook of CustomResourceDefinition ${crd.metadata.name}, because its Service ${namespace}/${name} is deleted`,
  };
}
