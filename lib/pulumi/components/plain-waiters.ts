import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { CERTIFICATE, DEPLOYMENT, mainObject, WEBHOOK_CONFIGURATIONS } from '../../cluster/waiting/plain/plain-objects';
import { kindAndGroup, unknownKind } from '../../cluster/waiting/removal/operator-crds';
import { NO_WAITER } from '../../cluster/waiting/removal/waiting-opt-out';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { PlainBundleDeployment } from '../../constructs/engines/plain-bundle-deployment';
import { ConstructError } from '../../constructs/model/construct-error';
import { defined } from '../../formats/json/defined';
import { fieldAt, stringField } from '../../formats/json/json-value';
import { printableMessage } from '../../text/printable';
import { manifestOf } from '../program/create-object-resource';
import { checkExistingObjectPolicy, type ExistingObjectPolicy, type OwnershipPolicy } from '../program/ownership-policy';
import { OperatorNamespace } from '../resources/operator-namespace';
import { PlainReady, type PlainReadyArgs } from '../resources/plain-ready';
import type { PlainWaitArgs } from '../resources/wait-args';
import type { OwnershipArgs } from './ownership';
import { clusterArgs, forceArg, nameFromResource, namespaceFromResource, revisionOf, type ToOutput } from './waiter-args';
import { applicableWait, type EngineWaiters, type PlannedWaiter } from './waiter-plan';

/** With this annotation, the Kubernetes provider does not wait for an object: the waiter does, and explains why the object is not ready. */
const SKIP_AWAIT = { 'pulumi.com/skipAwait': 'true' };

/** Kinds that the provider would wait for until the Deployments run, which are created later. */
const READY_WITH_PODS = ['Service', 'Ingress'];

/** Kinds that the waiter waits for, or that must be removed before others. Pulumi removes the rest afterwards. */
const WAITED = [DEPLOYMENT, CERTIFICATE, 'Service', ...WEBHOOK_CONFIGURATIONS];

/** How the component handles objects that already exist. */
interface Policies {
  readonly namespaces: ExistingObjectPolicy;
  readonly crds: ExistingObjectPolicy;
}

/** Waiters of the operators without OLM in a construct. */
export const PLAIN_WAITERS: EngineWaiters = {
  title: 'the plain engine',
  waitArgs: 'PlainWaitArgs',
  onDestroy: 'PlainOnDestroy',
  ownershipArgs: ['existingNamespace', 'existingCrds'],
  isUsedIn: (construct) => plainDeployments(construct).length > 0,
  plan: (construct, settings, toOutput, ownership) => {
    const deployments = plainDeployments(construct);
    const wait = settings === undefined ? undefined : applicableWait<PlainWaitArgs>(PLAIN_WAITERS, settings);
    const owned = deployments.map((deployment) => ({ deployment, policies: policiesOf(deployment, ownership) }));
    return {
      plan: wait === undefined ? [] : [
        ...owned.flatMap(({ deployment, policies }) => (policies.namespaces === 'share' ? [] : planNamespaces(deployment, wait))),
        ...owned.filter(({ deployment: { objects, crds } }) => waitedObjects(objects, crds).length > 0)
          .map(({ deployment, policies }) => planReady(deployment, policies, wait, toOutput)),
      ],
      ownership: new Map(owned.flatMap(({ deployment, policies }) => objectPolicies(deployment, policies, wait !== undefined))),
      namespaces: new Map(deployments.map((deployment) => [deployment.construct, deployment.namespace])),
    };
  },
};

/** @throws Error if a policy is set for objects that the component does not create */
function policiesOf({ construct: { node }, namespaces, crds, ownsCrds }: PlainDeployment, ownership: OwnershipArgs): Policies {
  const [existingNamespace, existingCrds] = (['existingNamespace', 'existingCrds'] as const)
    .map((key) => checkExistingObjectPolicy(ownership[key] ?? 'fail', `[${node.path}] ${key}`)) as [ExistingObjectPolicy, ExistingObjectPolicy];
  if (ownership.existingNamespace !== undefined && namespaces.length === 0) {
    throw new Error(printableMessage(`[${node.path}] existingNamespace is '${existingNamespace}', but the component creates no Namespace; omit \`existingNamespace\``));
  }
  if (ownership.existingCrds !== undefined && !ownsCrds) {
    const why = crds.length === 0 ? 'the bundle has no CRDs' : 'with `crdScope` the component creates no CRDs';
    throw new Error(printableMessage(`[${node.path}] existingCrds is '${existingCrds}', but ${why}; omit \`existingCrds\``));
  }
  return { namespaces: existingNamespace, crds: existingCrds };
}

/**
 * Returns how a component owns the objects of an operator. The CRDs are kept when their resources are deleted, with or without a waiter, because all
 * objects of their kinds would be deleted with them.
 */
function objectPolicies(
  { objects, namespaces, crds, ownsCrds }: PlainDeployment, policies: Policies, isWaitedFor: boolean,
): [ApiObject, OwnershipPolicy][] {
  const ownCrds = ownsCrds ? crds : [];
  const main = mainObject(waitedObjects(objects, crds));
  const skipped = isWaitedFor ? [...READY_WITH_PODS, DEPLOYMENT] : READY_WITH_PODS;
  const policyAnnotations = (object: ApiObject): OwnershipPolicy['annotations'] & object => (
    { ...(skipped.includes(object.kind) ? SKIP_AWAIT : {}), ...(object === main && !isWaitedFor ? NO_WAITER : {}) }
  );
  return [
    ...ownCrds.map((crd): [ApiObject, OwnershipPolicy] => [crd, { existing: policies.crds, retained: true, annotations: policyAnnotations(crd) }]),
    ...namespaces.map((namespace): [ApiObject, OwnershipPolicy] => (
      [namespace, { existing: policies.namespaces, retained: isWaitedFor && policies.namespaces !== 'share' }]
    )),
    ...objects.filter((object) => Object.keys(policyAnnotations(object)).length > 0)
      .map((object): [ApiObject, OwnershipPolicy] => [object, { existing: 'fail', retained: false, annotations: policyAnnotations(object) }]),
  ];
}

/** Plans the removal of the Namespaces: each is removed only if nothing else uses it. Objects of the operator's APIs also count as using it. */
function planNamespaces({ construct, namespace: own, namespaces, crds }: PlainDeployment, wait: PlainWaitArgs): PlannedWaiter[] {
  return namespaces.map((namespace) => ({
    construct, id: namespace.name === own ? 'OperatorPlace' : `OperatorPlace-${namespace.name}`,
    after: [namespace], afterWaitersOf: [], readies: [namespace], removes: [namespace],
    owns: { namespace: namespace.name, object: namespace },
    create: (name, options) => new OperatorNamespace(name, {
      ...clusterArgs(wait), ...forceArg(wait), namespace: nameFromResource(namespace), removeNamespace: true, crds: crds.map((crd) => crd.name),
    }, options),
  }));
}

function planReady(deployment: PlainDeployment, policies: Policies, wait: PlainWaitArgs, toOutput: ToOutput): PlannedWaiter {
  const { construct, objects, crds, ownsCrds } = deployment;
  checkCrdKinds(deployment, wait);
  return {
    construct, id: 'PlainReady', after: [construct, ...ownsCrds ? crds : []], afterWaitersOf: [], readies: [construct],
    removes: [...waitedObjects(objects, crds).filter((object) => !crds.includes(object)), ...deletesCrds(wait) && ownsCrds ? crds : []],
    create: (name, options) => new PlainReady(name, plainReadyArgs(deployment, ownsCrds && policies.crds !== 'share', wait, toOutput), options),
  };
}

function plainReadyArgs(
  { name, namespace, namespaces, bundle, objects, crds }: PlainDeployment, removesCrds: boolean, { skip: _, onDestroy, ...wait }: PlainWaitArgs,
  toOutput: ToOutput,
): PlainReadyArgs {
  const { deleteCrds: __, ...others } = onDestroy ?? {};
  const own = namespaces.find((object) => object.name === namespace);
  return {
    ...wait,
    name, namespace: own === undefined ? toOutput(namespace) : nameFromResource(own),
    // The CRDs may be in another chart, without a resource.
    objects: waitedObjects(objects, crds).map((object) => (crds.includes(object) ? crdReference(object) : reference(object))),
    revision: revisionOf(objects.map(manifestOf), toOutput),
    ...defined({ bundle }),
    // This operator does not own CRDs of another chart or shared CRDs, so it must not delete them.
    ...(onDestroy === undefined ? {} : { onDestroy: removesCrds ? onDestroy : others }),
  };
}

/** Returns the objects that the waiter handles. Objects of the bundle's own APIs must be deleted while the operator runs. */
function waitedObjects(objects: readonly ApiObject[], crds: readonly ApiObject[]): ApiObject[] {
  const apis = crds.map((crd) => kindAndGroup(apiOf(crd)));
  return [...objects.filter(({ kind, apiGroup: group }) => WAITED.includes(kind) || apis.includes(kindAndGroup({ kind, group }))), ...crds];
}

function crdReference({ apiVersion, kind, name }: ApiObject): PlainReadyArgs['objects'][number] {
  return { apiVersion, kind, metadata: { name } };
}

function reference(object: ApiObject): PlainReadyArgs['objects'][number] {
  const { metadata: { namespace } } = manifestOf(object);
  const { apiVersion, kind } = object;
  return {
    apiVersion, kind,
    metadata: { name: nameFromResource(object), ...(namespace === undefined ? {} : { namespace: namespaceFromResource(object) }) },
  };
}

/** Whether the waiter deletes CRDs, as far as the program knows. */
function deletesCrds({ onDestroy }: PlainWaitArgs): boolean {
  return onDestroy?.deleteCrds !== undefined && onDestroy.deleteCrds !== false;
}

/** Returns the kind and group that a CRD defines. */
function apiOf(crd: ApiObject): { readonly kind: string; readonly group: string } {
  const { spec } = manifestOf(crd);
  return { kind: stringField(fieldAt(spec, 'names'), 'kind') ?? '', group: stringField(spec, 'group') ?? '' };
}

/** @throws ConstructError if `deleteCrds` contains a kind that the operator does not own */
function checkCrdKinds({ construct, crds }: PlainDeployment, { onDestroy }: PlainWaitArgs): void {
  const kinds: unknown = onDestroy?.deleteCrds;
  const problem = Array.isArray(kinds) && kinds.every((kind) => typeof kind === 'string')
    ? unknownKind('wait.onDestroy.deleteCrds', kinds, crds.map(apiOf)) : undefined;
  if (problem !== undefined) {
    throw new ConstructError(construct, problem);
  }
}

/** An operator without OLM in a component. */
export interface PlainDeployment {
  /** Construct that creates its objects. */
  readonly construct: IConstruct;

  /** Name for messages. */
  readonly name: string;

  /** Namespace of the operator. */
  readonly namespace: string;

  /** The installed bundle, or undefined if it has neither a name nor a version. */
  readonly bundle: { readonly name: string; readonly version: string } | undefined;

  /** Its objects except CRDs and Namespaces. */
  readonly objects: readonly ApiObject[];

  /** Its Namespaces, beginning with that of the operator. */
  readonly namespaces: readonly ApiObject[];

  /** Its CRDs. */
  readonly crds: readonly ApiObject[];

  /** Whether the CRDs belong to the component, and not to a separate chart. */
  readonly ownsCrds: boolean;
}

/** Returns the operators without OLM in the construct of a component. */
export function plainDeployments(whole: IConstruct): PlainDeployment[] {
  const constructs = whole.node.findAll();
  return constructs.flatMap((construct): PlainDeployment[] => {
    if (PlainBundleDeployment.isPlainBundleDeployment(construct)) {
      return [partsOf(construct, construct.node.id, undefined, construct, whole)];
    }
    if (BundleDeployment.isBundleDeployment(construct) && construct._result.plain !== undefined) {
      const { bundle, namespace, _result: { plain } } = construct;
      return [partsOf(construct, bundle.packageName, { name: bundle.name, version: bundle.version }, { namespace, ...plain }, whole)];
    }
    return [];
  });
}

function partsOf(
  construct: IConstruct, name: string, bundle: PlainDeployment['bundle'],
  { namespace, objects, crds }: Pick<PlainDeployment, 'namespace' | 'objects' | 'crds'>, whole: IConstruct,
): PlainDeployment {
  const isNamespace = ({ kind }: ApiObject): boolean => kind === 'Namespace';
  const namespaces = objects.filter(isNamespace).sort((one, other) => Number(other.name === namespace) - Number(one.name === namespace));
  return {
    construct, name, namespace, bundle, crds, namespaces,
    objects: objects.filter((object) => !isNamespace(object)),
    ownsCrds: crds.some((crd) => crd.node.scopes.includes(whole)),
  };
}
