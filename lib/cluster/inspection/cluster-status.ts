import { defined } from '../../formats/json/defined';
import { integerField, stringListField } from '../../formats/json/json-value';
import { checkArguments } from '../../formats/options/check-arguments';
import { uninspectedFindings } from '../waiting/explain/access';
import { deprecationsOf, installedBundle } from '../waiting/olm-v1/extension-situation';
import { CLUSTER_CATALOGS } from '../waiting/olm-v1/resources';
import { OLM_TRACES } from '../waiting/olm/olm-detection';
import { namespaceInterests } from '../waiting/operator/operator-interests';
import { byName, plannedCsvs, requiresApproval, Situation } from '../waiting/operator/situation';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, INSTALL_PLANS,
  resourceName, SUBSCRIPTIONS,
} from '../waiting/view/api-resource';
import { deploymentNames } from '../waiting/view/cluster-service-version';
import { ClusterView, Interest, named, objectOf, objectsOf, optional } from '../waiting/view/cluster-view';
import { isConditionTrue, KubernetesObject, namespacedName, specString, statusString } from '../waiting/view/kubernetes-object';
import { operatorNotes } from './explain/explain';
import { connectionState, ConnectionState } from './explain/operator-chain';
import { interestsOf, JudgedPhase, Judgement, Subject, Verdict, worstVerdict } from './judgement/judge';
import { Judgements } from './judgement/judgements';
import { olmTitle, recognizedOlm, recognizedParts } from './judgement/olm-judge';
import { ownMessage, reportedMessages } from './judgement/own-message';
import { type ReleaseObject, releaseObjects } from './judgement/release-objects';
import { olmSubject, subjectOf } from './judgement/subjects';
import { dumpCommand, type NotDumped } from './source/not-dumped';
import { gather, ObjectSource, refuseIncomplete } from './source/object-source';
import { ageOf } from './source/object-times';
import { firstLists, operatorLists, StatusSource } from './status-source';
import { unclaimedInterests, unclaimedObjects } from './unclaimed-objects';

/** Common columns of the tables of a status. */
export interface ObjectStatus {
  readonly name: string;
  readonly verdict: Verdict;

  /** State in a word: `ready`, `failed`, or the phase of what is not ready. */
  readonly state: ObjectState;

  /** Age in milliseconds, or undefined if the object has no creation time. */
  readonly age?: number;

  /** What has to happen next, or the most likely cause of a failure, or undefined if there is nothing to wait for. */
  readonly detail?: string;
}

/** State of the OLM of a cluster. */
export interface OlmStatus extends Omit<ObjectStatus, 'name'> {
  /** Release and namespace, such as `OLM 0.31.0 in namespace olm`. */
  readonly title: string;

  /** Release, without a leading `v`, or undefined if its objects do not determine it. */
  readonly release?: string;
  readonly namespace?: string;

  /** Whether everything of OLM was read: a dump may lack parts of it. */
  readonly isComplete: boolean;

  /** Number of established CRDs, and of all CRDs; those that a dump lacks do not count. */
  readonly crds: { readonly established: number; readonly total: number };

  /** Deployments with their numbers of pods, such as `1/1`; `missing` if one does not exist, `unknown` if a dump lacks it. */
  readonly deployments: readonly { readonly name: string; readonly ready: string }[];

  /** All objects of its release, compared with the cluster, or undefined if the release is unknown, or OpenShift manages OLM. */
  readonly objects?: readonly ReleaseObject[];

  /** Version and phase of packageserver, or undefined if it does not exist. */
  readonly packageserver?: { readonly version: string; readonly phase: string };
}

/** State of an object in a word. */
export type ObjectState = 'failed' | 'degraded' | JudgedPhase;

/** State of a CatalogSource. */
export interface CatalogStatus extends Omit<ObjectStatus, 'state'> {
  /** State of OLM's connection to it. */
  readonly state: ConnectionState;
  readonly namespace: string;

  /** Image, address or ConfigMap from which it is served. */
  readonly source: string;
}

/** State of the operator of a Subscription. */
export interface SubscriptionStatus extends ObjectStatus {
  readonly namespace: string;
  readonly package: string;

  /** Channel, or undefined for the default channel of the package. */
  readonly channel?: string;

  /** CatalogSource, as `namespace/name`. */
  readonly catalog: string;

  /** Version of the installed ClusterServiceVersion, or undefined. */
  readonly installed?: string;

  /** Version that OLM installs next, or undefined if it is the installed one or unknown. */
  readonly wanted?: string;

  /** Name of the InstallPlan that requires approval, if any. */
  readonly pendingApproval?: string;

  /** Notes about deprecations, and an upgrade that waits for approval. */
  readonly notes: readonly string[];
}

/** State of a ClusterServiceVersion or an InstallPlan to which no Subscription leads: it was deleted, or a dump lacks it. */
export interface UnclaimedStatus extends ObjectStatus {
  /** Kind of the object: `ClusterServiceVersion` or `InstallPlan`. */
  readonly kind: string;
  readonly namespace: string;

  /** What the object reports about itself, unless `detail` quotes it. */
  readonly notes: readonly string[];
}

/** State of a ClusterCatalog. */
export interface ClusterCatalogStatus extends ObjectStatus {
  /** Image in the spec. */
  readonly source: string;
}

/** State of a ClusterExtension. */
export interface ClusterExtensionStatus extends ObjectStatus {
  readonly namespace: string;
  readonly package: string;
  readonly installed?: string;

  /** Version or range in the spec, or undefined for any. */
  readonly wanted?: string;
  readonly notes: readonly string[];
}

/** State of everything that OLM manages in a cluster or in one of its namespaces. */
export interface ClusterStatus {
  /** The OLM v0 of the cluster, if there is one. */
  readonly olm?: OlmStatus;

  /** Whether the cluster serves the APIs of OLM v1, or has objects of it. */
  readonly hasOlmV1: boolean;

  readonly catalogs: readonly CatalogStatus[];
  readonly subscriptions: readonly SubscriptionStatus[];

  /** ClusterServiceVersions and InstallPlans that are not ready, and to which no Subscription leads. */
  readonly unclaimed: readonly UnclaimedStatus[];
  readonly clusterCatalogs: readonly ClusterCatalogStatus[];
  readonly clusterExtensions: readonly ClusterExtensionStatus[];

  /** What could not be read. */
  readonly notes: readonly string[];

  /** Kinds that a dump lacks, so that the verdicts do not take them into account, or undefined if it lacks none, and for a cluster. */
  readonly notDumped?: NotDumped;
}

/** Returns the overall verdict: the worst of all. */
export function overallVerdict(status: ClusterStatus): Verdict {
  checkArguments('overallVerdict', { status });
  const { olm, catalogs, subscriptions, unclaimed, clusterCatalogs, clusterExtensions } = status;
  const all = [...(olm === undefined ? [] : [olm]), ...catalogs, ...subscriptions, ...unclaimed, ...clusterCatalogs, ...clusterExtensions];
  return worstVerdict(all.map(({ verdict }) => verdict));
}

/** Scope of a status. */
export interface StatusOptions {
  /** Namespace of Subscriptions and CatalogSources. @default - all namespaces */
  readonly namespace?: string;

  /** Returns whether an object with some labels is included. @default - all */
  readonly selects?: (labels: { readonly [key: string]: string }) => boolean;

  /** Time in milliseconds since 1970, for ages and verdicts. */
  readonly now: number;
}

/** An object and the subject that judges it. */
interface Judged {
  readonly object: KubernetesObject;
  readonly subject: Subject;
}

/**
 * Returns the state of everything that OLM manages.
 *
 * @throws InspectionError if something required cannot be listed; ClientError if the cluster cannot be reached
 */
export async function clusterStatus(source: ObjectSource, { namespace, selects = () => true, now }: StatusOptions): Promise<ClusterStatus> {
  const limited = source.isSelection === true ? undefined : new StatusSource(source);
  const inScope = (resource: ApiResource): Interest => ({ resource, ...defined({ namespace }) });
  const [subscriptions, catalogs] = [inScope(SUBSCRIPTIONS), inScope(CATALOG_SOURCES)];
  const [extensions, clusterCatalogs] = [CLUSTER_EXTENSIONS, CLUSTER_CATALOGS].map((resource) => optional({ resource }));
  const olm = olmSubject();
  const subjects = new Map<KubernetesObject, Subject>();
  const judged = (resource: ApiResource, objects: readonly KubernetesObject[]): Judged[] => objects
    .filter(({ metadata }) => selects(metadata.labels ?? {}))
    .map((object) => {
      const subject = subjects.get(object) ?? subjectOf(resource, object.metadata)!;
      subjects.set(object, subject);
      return { object, subject };
    });
  const of = (interest: Interest, view: ClusterView): Judged[] => judged(interest.resource, objectsOf(view, interest) ?? []);
  const unclaimedIn = unclaimedInterests(namespace);
  const unclaimed = (view: ClusterView): Judged[] => {
    const { csvs, plans } = unclaimedObjects(unclaimedIn, view);
    const ofOlm = csvsOfOlm(view);
    const others = csvs.filter((csv) => !ofOlm.has(namespacedName(csv)));
    return [...judged(CLUSTER_SERVICE_VERSIONS, others), ...judged(INSTALL_PLANS, plans)];
  };
  const all = [subscriptions, catalogs, extensions!, clusterCatalogs!];
  const judgements = new Judgements(now);
  const view = await gather(limited ?? source, (known) => {
    const subscribed = of(subscriptions, known).map(({ object }) => object);
    limited?.trust(objectsOf(known, unclaimedIn.csvs) ?? []);
    const subjects = [olm, ...[...all.flatMap((interest) => of(interest, known)), ...unclaimed(known)].map(({ subject }) => subject)];
    return judgements.missing([...all, ...firstLists(namespace), ...interestsOf(olm, known), ...operatorLists(subscribed, known)], subjects, known);
  });
  refuseIncomplete(view, [subscriptions, catalogs, ...neededLists(of(subscriptions, view), namespace)], namespace);
  const statusOf = <Status>(interest: Interest, status: (object: KubernetesObject, judgement: Judgement, subject: Subject) => Status): Status[] => (
    of(interest, view).map(({ object, subject }) => status(object, judgements.of(subject, view), subject))
  );
  const found = olmStatus(view, judgements.of(olm, view), now);
  const status: ClusterStatus = {
    ...defined({ olm: found }),
    hasOlmV1: [extensions!, clusterCatalogs!].some((interest) => isServed(interest, view)),
    catalogs: statusOf(catalogs, (object, judgement) => catalogStatus(object, judgement, now)),
    subscriptions: statusOf(subscriptions, (object, judgement, { situation }): SubscriptionStatus => (
      subscriptionStatus(object, situation!(view), judgement, now)
    )),
    clusterCatalogs: statusOf(clusterCatalogs!, (object, judgement) => clusterCatalogStatus(object, judgement, now)),
    clusterExtensions: statusOf(extensions!, (object, judgement) => clusterExtensionStatus(object, judgement, now)),
    unclaimed: unclaimed(view).map(({ object, subject }) => unclaimedStatus(object, subject, judgements.of(subject, view), now))
      .filter(({ verdict }) => verdict !== 'healthy'),
    notes: uninspectedFindings(view, [
      ...OLM_TRACES.map(optional), optional(unclaimedIn.csvs), optional(unclaimedIn.plans), extensions!, clusterCatalogs!,
    ], []).map(({ message }) => message),
  };
  return { ...status, ...defined({ notDumped: notDumpedOf(status, source) }) };
}

/** Returns the kinds that a dump lacks. Those of OLM v1, which a cluster need not serve, explain nothing in a dump without any of its objects. */
function notDumpedOf(status: ClusterStatus, source: ObjectSource): NotDumped | undefined {
  const found = source.notDumped?.(overallVerdict(status) !== 'healthy');
  const ofOlmV1 = [CLUSTER_EXTENSIONS, CLUSTER_CATALOGS].map(resourceName);
  const kinds = found?.kinds.filter((kind) => status.hasOlmV1 || !ofOlmV1.includes(kind)) ?? [];
  return kinds.length === 0 ? undefined : { kinds, command: dumpCommand(kinds) };
}

/** Returns the interests on which the judgement of every operator depends. */
function neededLists(subscriptions: readonly Judged[], namespace: string | undefined): Interest[] {
  const [first] = subscriptions;
  return first === undefined ? [] : Object.values(namespaceInterests(namespace ?? first.object.metadata.namespace ?? ''));
}

function isServed(interest: Interest, view: ClusterView): boolean {
  const { problem, state, objects } = view.snapshot(interest);
  return state !== 'unknown' && problem === undefined && objects.length > 0;
}

function catalogStatus(catalog: KubernetesObject, judgement: Judgement, now: number): CatalogStatus {
  const { name, namespace = '' } = catalog.metadata;
  return {
    namespace, name, source: catalogSourceOf(catalog), verdict: judgement.verdict, state: connectionState(catalog), ...detailOf(judgement),
    ...aged(catalog, now),
  };
}

/** Returns the ClusterServiceVersions that are judged with OLM: that of packageserver. */
function csvsOfOlm(view: ClusterView): ReadonlySet<string> {
  const recognized = recognizedOlm(view);
  return new Set(recognized === undefined || recognized === 'unknown' ? [] : recognizedParts(recognized).csvs.map(({ namespace, name }) => `${namespace}/${name}`));
}

function unclaimedStatus(object: KubernetesObject, { title }: Subject, judgement: Judgement, now: number): UnclaimedStatus {
  const { name, namespace = '' } = object.metadata;
  const [kind = ''] = title.split(' ');
  return {
    kind, namespace, name, verdict: judgement.verdict, state: stateOf(judgement), ...detailOf(judgement), ...aged(object, now),
    notes: ownMessages([[kind, object]], judgement),
  };
}

function clusterCatalogStatus(catalog: KubernetesObject, judgement: Judgement, now: number): ClusterCatalogStatus {
  return {
    name: catalog.metadata.name, source: clusterCatalogSource(catalog), verdict: judgement.verdict, state: stateOf(judgement), ...detailOf(judgement),
    ...aged(catalog, now),
  };
}

function clusterExtensionStatus(extension: KubernetesObject, judgement: Judgement, now: number): ClusterExtensionStatus {
  const installed = installedBundle(extension)?.version;
  const catalog = (extension.spec as { source?: { catalog?: unknown } } | undefined)?.source?.catalog;
  const wanted = specString(extension, 'source', 'catalog', 'version') ?? (stringListField(catalog, 'channels').join(', ') || undefined);
  return {
    name: extension.metadata.name, namespace: specString(extension, 'namespace') ?? '',
    package: specString(extension, 'source', 'catalog', 'packageName') ?? '',
    ...defined({ installed }),
    ...(wanted === undefined || wanted === installed ? {} : { wanted }),
    verdict: judgement.verdict, state: stateOf(judgement), ...detailOf(judgement), ...aged(extension, now),
    notes: deprecationsOf(extension),
  };
}

function aged(object: KubernetesObject, now: number): { readonly age?: number } {
  const age = ageOf(object, now);
  return age === undefined ? {} : { age };
}

/** Returns the state of the OLM of a cluster, or undefined. */
export function olmStatus(view: ClusterView, judgement: Judgement, now: number): OlmStatus | undefined {
  const recognized = recognizedOlm(view);
  if (recognized === undefined || recognized === 'unknown') {
    return undefined;
  }
  const { crds, deployments, csvs: [server] } = recognizedParts(recognized);
  const { release, namespaces: [namespace] } = recognized;
  const foundCsv = objectOf(view, named(CLUSTER_SERVICE_VERSIONS, server!.name, server!.namespace));
  const csv = foundCsv ?? undefined;
  const operator = objectOf(view, named(DEPLOYMENTS, 'olm-operator', namespace));
  const age = operator ? ageOf(operator, now) : undefined;
  const found = [...deployments, ...deploymentNames(csv).map((name) => ({ ...server!, name }))];
  const ofCrds = crds.map((name) => named(CUSTOM_RESOURCE_DEFINITIONS, name)).filter((interest) => objectOf(view, interest) !== undefined);
  const ofDeployments = found.map((of) => ({ name: of.name, object: objectOf(view, named(DEPLOYMENTS, of.name, of.namespace)) }));
  return {
    title: olmTitle(recognized, view),
    ...defined({ release, namespace }),
    verdict: judgement.verdict, state: stateOf(judgement), ...detailOf(judgement),
    ...defined({ age, objects: releaseObjects(recognized, view) }),
    crds: {
      established: ofCrds.filter((interest) => isConditionTrue(objectOf(view, interest) ?? undefined, 'Established')).length,
      total: ofCrds.length,
    },
    deployments: ofDeployments.map(({ name, object }) => ({ name, ready: readyPods(object) })),
    isComplete: foundCsv !== undefined && ofCrds.length === crds.length && ofDeployments.every(({ object }) => object !== undefined),
    ...(csv === undefined ? {} : {
      packageserver: { version: specString(csv, 'version')?.replace(/^v/, '') ?? '', phase: statusString(csv, 'phase') ?? 'not processed yet' },
    }),
  };
}

function readyPods(deployment: KubernetesObject | null | undefined): string {
  return deployment === undefined ? 'unknown' : deployment ? `${integerField(deployment.status, 'availableReplicas') ?? 0}/${integerField(deployment.spec, 'replicas') ?? 1}` : 'missing';
}

/** Returns the state of the operator of a Subscription. */
export function subscriptionStatus(subscription: KubernetesObject, found: Situation, judgement: Judgement, now: number): SubscriptionStatus {
  const { name, namespace = '' } = subscription.metadata;
  const { csv, csvs, plan } = found;
  // OLM sets the status of a Subscription slightly later than that of its ClusterServiceVersion.
  const installed = version(statusString(subscription, 'installedCSV') ?? (['healthy', 'degraded'].includes(judgement.verdict) ? csv?.metadata.name : undefined), csvs);
  const isPending = plan !== undefined && requiresApproval(plan);
  const current = statusString(subscription, 'currentCSV') ?? (isPending ? plannedCsvs(plan)[0] : undefined) ?? specString(subscription, 'startingCSV');
  const wanted = version(current, csvs);
  const channel = specString(subscription, 'channel');
  const age = ageOf(subscription, now);
  return {
    namespace, name,
    package: specString(subscription, 'name') ?? '',
    ...defined({ channel }),
    catalog: `${specString(subscription, 'sourceNamespace') ?? ''}/${specString(subscription, 'source') ?? ''}`,
    ...defined({ installed }),
    ...(wanted === undefined || wanted === installed ? {} : { wanted }),
    ...(isPending ? { pendingApproval: plan.metadata.name } : {}),
    verdict: judgement.verdict, state: stateOf(judgement), ...detailOf(judgement),
    ...defined({ age }),
    notes: [...operatorNotes(found, judgement.verdict), ...ownMessages([['Subscription', subscription], ['ClusterServiceVersion', csv]], judgement)],
  };
}

/** Returns what objects that are not ready report about themselves, unless their row already quotes it. */
function ownMessages(objects: readonly (readonly [kind: string, object: KubernetesObject | undefined])[], judgement: Judgement): string[] {
  const reports = objects.flatMap(([kind, object]) => (
    object === undefined ? [] : [{ object: `${kind} ${object.metadata.name}`, ...defined({ message: ownMessage(kind, object) }) }]
  ));
  return judgement.verdict === 'healthy' ? [] : reportedMessages(reports, [detailOf(judgement).detail ?? '']);
}

/** Returns the version of a ClusterServiceVersion: that of its spec, or of its name if it does not exist yet. */
function version(name: string | undefined, csvs: readonly KubernetesObject[] | undefined): string | undefined {
  return name === undefined ? undefined : specString(byName(csvs, name), 'version') ?? name.slice(name.indexOf('.') + 1).replace(/^v/, '');
}

/** Returns the source from which a CatalogSource is served. */
export function catalogSourceOf(catalog: KubernetesObject): string {
  const configMap = specString(catalog, 'configMap');
  return specString(catalog, 'image') ?? specString(catalog, 'address') ?? (configMap === undefined ? '' : `ConfigMap ${configMap}`);
}

/** Returns the image of a ClusterCatalog. */
export function clusterCatalogSource(catalog: KubernetesObject): string {
  return specString(catalog, 'source', 'image', 'ref') ?? '';
}

/** Returns the state of an object in a word or two: `ready`, `degraded`, `failed`, or the phase. */
export function stateOf({ verdict, phase }: Judgement): ObjectState {
  return verdict === 'healthy' ? 'ready' : verdict === 'progressing' ? phase : verdict;
}

/** Returns what has to happen next, or the most likely cause of a failure. */
export function detailOf({ verdict, causes: [first], waitingFor }: Judgement): { readonly detail?: string } {
  if ((verdict === 'failed' || verdict === 'degraded') && first !== undefined && first.cause !== 'unexplained') {
    return { detail: first.message };
  }
  return waitingFor === undefined ? {} : { detail: `waiting for ${waitingFor}` };
}
