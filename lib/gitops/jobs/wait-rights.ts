import { OLM_GROUP, OLM_V1_GROUP, PACKAGES_GROUP } from '../../formats/schema/api-groups';
import { InstallRule } from '../../report/install-rule';

const FOLLOW = ['list', 'watch'];

/** Rules for the program in a namespace to wait for operators and catalogs there, and to explain a failure. */
const WAITING: readonly InstallRule[] = [
  rule('follow the operator', OLM_GROUP, ['subscriptions', 'installplans', 'clusterserviceversions', 'operatorgroups', 'catalogsources'], FOLLOW),
  rule('follow the rollout', 'apps', ['deployments'], FOLLOW),
  rule('explain a failure', '', ['pods', 'events'], FOLLOW),
  rule('explain a failure', 'batch', ['jobs'], FOLLOW),
  rule('explain a failure', PACKAGES_GROUP, ['packagemanifests'], ['list']),
];

const APPROVAL = rule('approve InstallPlans', OLM_GROUP, ['installplans'], ['patch']);

const RECOVERY: readonly InstallRule[] = [
  rule('delete what failed', OLM_GROUP, ['installplans', 'clusterserviceversions'], ['delete']),
  rule('delete failed unpack Jobs', 'batch', ['jobs'], ['delete']),
];

/** Names of Subscriptions of a namespace for the hand-over of operators. */
export interface AdoptionRights {
  /** Subscriptions that may take over an operator. */
  readonly subscriptions: readonly string[];

  /** Previous Subscriptions, which are deleted without their operators. */
  readonly previous: readonly string[];
}

const EVENTS = rule('record changes and failures', '', ['events'], ['create']);

/** Changes that a wait makes. */
export interface WaitChanges {
  /** Names of the Subscriptions of the namespace that it waits for. */
  readonly subscriptions: readonly string[];

  /** Whether it approves InstallPlans. */
  readonly approves: boolean;

  /** Whether it deletes failed installations. */
  readonly recovers: boolean;

  /** Whose operators it hands over. @default - it hands over none */
  readonly adoption?: AdoptionRights;
}

/** Returns the rules for the namespace of an operator. The page "Permissions of waiters" contains the same rules; a test compares both. */
export function operatorRules({ subscriptions, approves, recovers, adoption }: WaitChanges): InstallRule[] {
  return [
    ...WAITING, ...(approves ? [APPROVAL] : []),
    ...(approves || recovers ? [{ ...rule('make OLM resolve again', OLM_GROUP, ['subscriptions/status'], ['patch']), resourceNames: [...subscriptions] }] : []),
    ...(recovers ? RECOVERY : []), ...(adoption === undefined ? [] : adoptionRules(adoption)), EVENTS,
  ];
}

function adoptionRules({ subscriptions, previous }: AdoptionRights): InstallRule[] {
  return [
    { ...rule('adopt operators', OLM_GROUP, ['subscriptions/status'], ['patch']), resourceNames: [...subscriptions] },
    // Without names, the rule would apply to all Subscriptions.
    ...(previous.length === 0 ? []
      : [{ ...rule('delete previous Subscriptions', OLM_GROUP, ['subscriptions'], ['delete']), resourceNames: [...previous] }]),
  ];
}

/** Returns the rules for the namespace of a catalog. */
export function catalogRules(): InstallRule[] {
  return [...WAITING, EVENTS];
}

/**
 * Returns the rules for the whole cluster to wait for operators.
 *
 * @param namespaces namespaces of the operators and their catalogs
 */
export function clusterRules(namespaces: readonly string[]): InstallRule[] {
  return [
    rule('wait for the APIs of the operator', 'apiextensions.k8s.io', ['customresourcedefinitions'], FOLLOW),
    { ...rule('explain a namespace that is being deleted', '', ['namespaces'], FOLLOW), resourceNames: [...namespaces] },
    rule('explain that OLM does not run', 'apps', ['deployments'], FOLLOW),
    rule('explain why an API of another server is not available', 'apiregistration.k8s.io', ['apiservices'], FOLLOW),
  ];
}

/** Returns the rules for the whole cluster to wait for ClusterCatalogs and ClusterExtensions of OLM v1. */
export function extensionRules(): InstallRule[] {
  return [
    rule('follow the extension', OLM_V1_GROUP, ['clustercatalogs', 'clusterextensions'], FOLLOW),
    rule('follow the rollout', 'apps', ['deployments'], FOLLOW),
    rule('wait for the APIs of the operator', 'apiextensions.k8s.io', ['customresourcedefinitions'], FOLLOW),
    rule('explain a failure', '', ['namespaces', 'pods', 'events'], FOLLOW),
  ];
}

/** Returns a rule for resources of one API group. */
export function rule(purpose: string, apiGroup: string, resources: string[], verbs: string[]): InstallRule {
  return { purpose, apiGroups: [apiGroup], resources, verbs, resourceNames: [], nonResourceUrls: [] };
}
