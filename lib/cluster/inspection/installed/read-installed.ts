import type { InstalledState } from '../../../resolve/drift/installed-state';
import { uninspectedFindings } from '../../waiting/explain/access';
import { NO_OLM } from '../../waiting/explain/no-olm';
import { type ApiResource, CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, SUBSCRIPTIONS } from '../../waiting/view/api-resource';
import type { Interest } from '../../waiting/view/interest';
import type { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { objectsOf, optional, withoutCopies } from '../../waiting/view/queries';
import { InspectionError } from '../source/inspection-error';
import { gather, type ObjectSource } from '../source/object-source';
import { refuseIncomplete } from '../source/refuse-incomplete';
import { type InstalledObjects, installedState } from './installed-state';

/** Which part of a cluster to read. */
export interface InstalledScope {
  /** Namespace of the operators. @default - all namespaces */
  readonly namespace?: string;

  /** Namespaces of the catalogs to read, if operators of only one namespace are read. */
  readonly catalogNamespaces: readonly string[];
}

/** The installed operators, and what could not be read. */
export interface ReadState {
  readonly state: InstalledState;

  /** What could not be read, as sentences. */
  readonly notes: readonly string[];
}

/**
 * Reads what Subscriptions installed.
 *
 * @throws InspectionError if there is no OLM, or something required cannot be listed; ClientError if the cluster cannot be reached
 */
export async function readInstalled(source: ObjectSource, { namespace, catalogNamespaces }: InstalledScope): Promise<ReadState> {
  const inScope = (resource: ApiResource): Interest => ({ resource, ...(namespace === undefined ? {} : { namespace }) });
  const needed = {
    subscriptions: inScope(SUBSCRIPTIONS), csvs: withoutCopies(inScope(CLUSTER_SERVICE_VERSIONS)), installPlans: inScope(INSTALL_PLANS),
  };
  const catalogs = namespace === undefined ? [optional({ resource: CATALOG_SOURCES })]
    : [...new Set(catalogNamespaces)].map((found) => optional({ resource: CATALOG_SOURCES, namespace: found }));
  const interests = Object.values(needed);
  const view = await gather(source, () => [...interests, ...catalogs]);
  refuseIncomplete(view, interests, namespace);
  if (interests.some((interest) => view.snapshot(interest).problem?.kind === 'not-served')) {
    throw new InspectionError(NO_OLM);
  }
  const listed = catalogs.map((interest) => (view.snapshot(interest).problem === undefined ? objectsOf(view, interest) : undefined));
  const isComplete = listed.every((found) => found !== undefined);
  const objects = Object.fromEntries(Object.entries(needed).map(([name, interest]) => [name, objectsOf(view, interest) ?? []])) as
    { readonly [Name in keyof typeof needed]: readonly KubernetesObject[] };
  return {
    state: installedState({ ...objects, ...(isComplete ? { catalogs: listed.flat() } : {}) } satisfies InstalledObjects),
    notes: [
      ...uninspectedFindings(view, catalogs, []).map(({ message }) => message),
      ...source.notes(),
    ],
  };
}
