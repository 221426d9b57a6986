import { catalogSourceOf, clusterCatalogSource } from './catalog-words';
import { CatalogStatus, ClusterCatalogStatus, ClusterExtensionStatus, ClusterStatus, SubscriptionStatus } from './cluster-status';
import { Judgements } from './judgements';
import { olmStatus } from './olm-status';
import { firstLists, operatorLists } from './operator-lists';
import { StatusSource } from './status-source';
import { detailOf, stateOf } from './status-words';
import { subscriptionStatus } from './subscription-status';
import { connectionState } from '../chain/catalog-chain';
import { interestsOf, Subject } from '../judgement/judge';
import { Judgement } from '../judgement/judgement';
import { olmSubject, subjectOf } from '../judgement/subjects';
import { gather, ObjectSource } from '../source/object-source';
import { ageOf } from '../source/object-times';
import { refuseIncomplete } from '../source/refuse-incomplete';
import { stringListField } from '../../../formats/json/json-value';
import { ApiResource, CATALOG_SOURCES, CLUSTER_EXTENSIONS, SUBSCRIPTIONS } from '../../waiting/view/api-resource';
import { ClusterView } from '../../waiting/view/cluster-view';
import { Interest } from '../../waiting/view/interest';
import { KubernetesObject, specString } from '../../waiting/view/kubernetes-object';
import { objectsOf, optional } from '../../waiting/view/queries';
import { uninspectedFindings } from '../../waiting/explain/access';
import { OLM_TRACES } from '../../waiting/olm/olm-detection';
import { installedBundle, deprecationsOf } from '../../waiting/olm-v1/extension-status';
import { CLUSTER_CATALOGS } from '../../waiting/olm-v1/resources';
import { namespaceInterests } from '../../waiting/operator/operator-interests';
import { ownedApis } from '../../waiting/operator/owned-apis';

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
  const limited = new StatusSource(source);
  const inScope = (resource: ApiResource): Interest => ({ resource, ...(namespace === undefined ? {} : { namespace }) });
  const [subscriptions, catalogs] = [inScope(SUBSCRIPTIONS), inScope(CATALOG_SOURCES)];
  const [extensions, clusterCatalogs] = [CLUSTER_EXTENSIONS, CLUSTER_CATALOGS].map((resource) => optional({ resource }));
  const olm = olmSubject();
  const subjects = new Map<KubernetesObject, Subject>();
  const of = (interest: Interest, view: ClusterView): Judged[] => (objectsOf(view, interest) ?? [])
    .filter(({ metadata }) => selects(metadata.labels ?? {}))
    .map((object) => {
      const subject = subjects.get(object) ?? subjectOf(interest.resource, object.metadata)!;
      subjects.set(object, subject);
      return { object, subject };
    });
  const all = [subscriptions, catalogs, extensions!, clusterCatalogs!];
  const judgements = new Judgements(now);
  const view = await gather(limited, (known) => {
    const subscribed = of(subscriptions, known).map(({ object }) => object);
    trustCrds(limited, subscribed, known);
    const subjects = [olm, ...all.flatMap((interest) => of(interest, known)).map(({ subject }) => subject)];
    return judgements.missing([...all, ...firstLists(namespace), ...interestsOf(olm, known), ...operatorLists(subscribed, known)], subjects, known);
  });
  refuseIncomplete(view, [subscriptions, catalogs, ...neededLists(of(subscriptions, view), namespace)], namespace);
  const statusOf = <Status>(interest: Interest, status: (object: KubernetesObject, judgement: Judgement, subject: Subject) => Status): Status[] => (
    of(interest, view).map(({ object, subject }) => status(object, judgements.of(subject, view), subject))
  );
  const found = olmStatus(view, judgements.of(olm, view), now);
  return {
    ...(found === undefined ? {} : { olm: found }),
    hasOlmV1: [extensions!, clusterCatalogs!].some((interest) => isServed(interest, view)),
    catalogs: statusOf(catalogs, (object, judgement) => catalogStatus(object, judgement, now)),
    subscriptions: statusOf(subscriptions, (object, judgement, { situation }): SubscriptionStatus => (
      subscriptionStatus(object, situation!(view), judgement, now)
    )),
    clusterCatalogs: statusOf(clusterCatalogs!, (object, judgement) => clusterCatalogStatus(object, judgement, now)),
    clusterExtensions: statusOf(extensions!, (object, judgement) => clusterExtensionStatus(object, judgement, now)),
    notes: uninspectedFindings(view, [...OLM_TRACES.map(optional), extensions!, clusterCatalogs!], []).map(({ message }) => message),
  };
}

/** Adds the APIs of the operators in the namespaces of some Subscriptions to the CRDs that are treated as served. */
function trustCrds(source: StatusSource, subscriptions: readonly KubernetesObject[], view: ClusterView): void {
  const namespaces = new Set(subscriptions.map(({ metadata }) => metadata.namespace ?? ''));
  [...namespaces].flatMap((namespace) => objectsOf(view, namespaceInterests(namespace).csvs) ?? []).flatMap(ownedApis)
    .forEach(({ crd, version }) => source.trust(crd, version));
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
    ...(installed === undefined ? {} : { installed }),
    ...(wanted === undefined || wanted === installed ? {} : { wanted }),
    verdict: judgement.verdict, state: stateOf(judgement), ...detailOf(judgement), ...aged(extension, now),
    notes: deprecationsOf(extension),
  };
}

function aged(object: KubernetesObject, now: number): { readonly age?: number } {
  const age = ageOf(object, now);
  return age === undefined ? {} : { age };
}
