import {
  CONTROLLERS, catalogInterests, catalogNamespaces, crdInterests, namespaceInterest, namespaceInterests, packages, pods, unpackJobs, warnings,
} from './operator-interests';
import { OperatorReadyOptions, Pin } from './options';
import { OwnedApi, ownedApis } from './owned-apis';
import { mapField, textField, textsField } from '../../../bundle/json-value';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { KubernetesObject, specText, statusText } from '../cluster/kubernetes-object';
import { objectOf, objectsOf } from '../cluster/queries';

/** An API that the operator is to bring, and its CRD: `null` where there is none, `undefined` as long as nobody looked. */
export interface AwaitedApi {
  readonly api: OwnedApi;
  readonly crd: KubernetesObject | null | undefined;
}

/** What the cluster holds that concerns an operator. A list is undefined as long as nobody listed it. */
export interface Situation {
  readonly namespace: string;
  readonly name: string;
  readonly pin?: Pin;
  /** The Subscription; `null` where there is none. */
  readonly subscription: KubernetesObject | null | undefined;
  readonly subscriptions: readonly KubernetesObject[] | undefined;
  readonly groups: readonly KubernetesObject[] | undefined;
  readonly plans: readonly KubernetesObject[] | undefined;
  readonly csvs: readonly KubernetesObject[] | undefined;
  readonly deployments: readonly KubernetesObject[] | undefined;
  /** The InstallPlan that the Subscription refers to. */
  readonly plan: KubernetesObject | undefined;
  /** The name of the ClusterServiceVersion that is waited for, as soon as it is known. */
  readonly goal: string | undefined;
  /** The ClusterServiceVersion that is waited for or, on the way to it, the one that is being installed. */
  readonly csv: KubernetesObject | undefined;
  /** The ClusterServiceVersion that the Subscription calls installed, whatever its phase. */
  readonly installed: KubernetesObject | undefined;
  readonly apis: readonly AwaitedApi[];
  /** What only serves to explain. */
  readonly namespaceObject: KubernetesObject | null | undefined;
  readonly catalogs: readonly KubernetesObject[] | undefined;
  readonly pods: readonly KubernetesObject[];
  readonly warnings: readonly KubernetesObject[];
  readonly unpackJobs: readonly KubernetesObject[];
  readonly controllers: readonly KubernetesObject[];
  readonly packages: readonly KubernetesObject[];
}

/** Looks at everything that concerns an operator. */
export function situation({ namespace, subscription: name, pin }: OperatorReadyOptions, view: ClusterView): Situation {
  const interests = namespaceInterests(namespace);
  const subscriptions = objectsOf(view, interests.subscriptions);
  const subscription = subscriptions === undefined ? undefined : byName(subscriptions, name) ?? null;
  const [plans, csvs] = [objectsOf(view, interests.plans), objectsOf(view, interests.csvs)];
  const plan = currentPlan(subscription ?? undefined, plans ?? []);
  const goal = pin?.csv ?? goalOf(subscription ?? undefined, plan);
  // What the Subscription does not refer to is somebody else's, whatever its name.
  const referred = ['currentCSV', 'installedCSV'].map((field) => statusText(subscription ?? undefined, field));
  const candidates = [goal, ...referred].filter((csvName) => referred.includes(csvName));
  const csv = candidates.map((csvName) => byName(csvs, csvName)).find((found) => found !== undefined);
  const both = (found: (namespace: string) => Interest): KubernetesObject[] => {
    const catalogNamespace = specText(subscription ?? undefined, 'sourceNamespace') ?? namespace;
    return [...new Set([namespace, catalogNamespace])].flatMap((of) => objectsOf(view, found(of)) ?? []);
  };
  return {
    namespace, name, subscription, subscriptions, plans, csvs, plan, goal, csv, ...(pin === undefined ? {} : { pin }),
    groups: objectsOf(view, interests.groups),
    deployments: objectsOf(view, interests.deployments),
    installed: byName(csvs, referred[1]),
    apis: ownedApis(csv).map((api, index) => ({ api, crd: objectOf(view, crdInterests(csv)[index]!) })),
    namespaceObject: objectOf(view, namespaceInterest(namespace)),
    catalogs: catalogs(namespace, subscription ?? undefined, view),
    pods: both(pods),
    warnings: both(warnings),
    unpackJobs: both(unpackJobs),
    controllers: objectsOf(view, CONTROLLERS) ?? [],
    packages: objectsOf(view, packages(namespace)) ?? [],
  };
}

/** Whether the waiter looked at all that it must know before it may say anything. */
export function isKnown({ subscriptions, groups, plans, csvs, deployments }: Situation): boolean {
  return [subscriptions, groups, plans, csvs, deployments].every((list) => list !== undefined);
}

/** The object of a name. */
export function byName(objects: readonly KubernetesObject[] | undefined, name: string | undefined): KubernetesObject | undefined {
  return name === undefined ? undefined : objects?.find(({ metadata }) => metadata.name === name);
}

/** The ClusterServiceVersions that an InstallPlan installs. */
export function plannedCsvs(plan: KubernetesObject): string[] {
  return textsField(plan.spec, 'clusterServiceVersionNames');
}

/** Whether an InstallPlan waits for somebody to approve it. */
export function waitsForApproval(plan: KubernetesObject): boolean {
  return statusText(plan, 'phase') === 'RequiresApproval' && mapField(plan, 'spec')['approved'] !== true;
}

/** The plan that the Subscription refers to: by uid, so that no later plan of the name is taken for it. */
function currentPlan(subscription: KubernetesObject | undefined, plans: readonly KubernetesObject[]): KubernetesObject | undefined {
  const ref = mapField(subscription?.status, 'installPlanRef');
  const [name, uid] = [textField(ref, 'name'), textField(ref, 'uid')];
  const plan = byName(plans, name);
  return uid === undefined || plan?.metadata.uid === undefined || plan.metadata.uid === uid ? plan : undefined;
}

/**
 * Where a Subscription without a pin leads: to its current ClusterServiceVersion; but what somebody has yet to approve is not waited
 * for as long as another version is installed.
 */
function goalOf(subscription: KubernetesObject | undefined, plan: KubernetesObject | undefined): string | undefined {
  const [current, installed] = [statusText(subscription, 'currentCSV'), statusText(subscription, 'installedCSV')];
  const isManual = specText(subscription, 'installPlanApproval') === 'Manual';
  const isApproved = plan !== undefined && mapField(plan, 'spec')['approved'] === true;
  return isManual && installed !== undefined && !isApproved ? installed : current;
}

function catalogs(namespace: string, subscription: KubernetesObject | undefined, view: ClusterView): readonly KubernetesObject[] | undefined {
  const lists = catalogInterests(namespace, subscription).map((interest) => objectsOf(view, interest));
  const complete = lists.every((list) => list !== undefined) && catalogNamespaces(namespace, subscription).length > 0;
  return complete ? lists.flat() : undefined;
}
