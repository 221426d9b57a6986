import { CATALOG_SOURCES, DEPLOYMENTS, EVENTS, PODS } from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { inNamespace, objectOf, objectsOf, one, optional } from '../cluster/queries';
import { isRolledOut, podsAvailable } from '../cluster/rollout';
import { Finding } from '../explain/finding';
import { catalogFindings, isAnswering } from '../explain/rules/catalogs';
import { deploymentFindings } from '../explain/rules/deployments';
import { podFindings } from '../explain/rules/pods';
import { warningFindings } from '../explain/rules/warnings';
import { Course } from '../waiting/course';
import { createWaiter } from '../waiting/create-waiter';
import { Moment, Reading } from '../waiting/reading';
import { DEFAULT_TIMEOUTS, Timeouts } from '../waiting/timeouts';
import { Waiter } from '../waiting/waiter';

/** What `catalogReady` waits for. */
export interface CatalogReadyOptions {
  readonly namespace: string;
  /** The name of the CatalogSource. */
  readonly name: string;
  /** The name of the Deployment that serves the catalog, in the same namespace. @default - none: OLM runs a pod, or others serve it */
  readonly deployment?: string;
  /** @default - see `CATALOG_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** A catalog that OLM reads. */
export interface ReadyCatalog {
  readonly name: string;
  readonly namespace: string;
}

/** The phases of `catalogReady`; `settling` follows. */
export type CatalogPhase = 'starting' | 'connecting';

/** OLM tries a catalog again after up to a minute. A connection that is ready stays so: nothing has to settle. */
export const CATALOG_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 5 * 60_000, settling: 0 };

/** Waits until the pods of a catalog run and OLM has a connection to it. */
export function catalogReady(options: CatalogReadyOptions): Waiter<Course<undefined>, ReadyCatalog> {
  return createWaiter<undefined, ReadyCatalog>({
    subject: `catalog ${options.namespace}/${options.name}`,
    failure: 'did not get ready',
    firstPhase: 'starting',
    memory: undefined,
    timeouts: { ...CATALOG_TIMEOUTS, ...options.timeouts },
    needsOlm: true,
    read: (_, view, moment) => read(options, view, moment),
  });
}

function read(
  { namespace, name, deployment: deploymentName }: CatalogReadyOptions, view: ClusterView, { slow }: Moment,
): Reading<undefined, ReadyCatalog> {
  const ofCatalog = one(CATALOG_SOURCES, name, namespace);
  const ofDeployment = deploymentName === undefined ? [] : [one(DEPLOYMENTS, deploymentName, namespace)];
  const ofPods = optional(inNamespace(PODS, namespace));
  const ofEvents: Interest = optional({ resource: EVENTS, namespace, fieldSelector: 'type=Warning' });
  const catalog = objectOf(view, ofCatalog);
  const deployments = ofDeployment.map((interest) => objectOf(view, interest));
  const pods = objectsOf(view, ofPods) ?? [];

  const findings: Finding[] = [
    ...(catalog === null ? [{ cause: 'still-missing', text: `CatalogSource ${namespace}/${name} is not there` } as const] : []),
    ...deployments.flatMap((found): Finding[] => {
      const missing: Finding = { cause: 'still-missing', patience: 'timeout', text: `Deployment ${namespace}/${deploymentName!} is not there` };
      return found === null ? [missing] : found === undefined ? [] : deploymentFindings(found, pods);
    }),
    ...podFindings(pods.filter(({ metadata }) => metadata.labels?.['olm.catalogSource'] === name)),
    ...(catalog ? catalogFindings(catalog) : []),
    ...warningFindings(objectsOf(view, ofEvents) ?? [], [name, ...(deploymentName === undefined ? [] : [deploymentName])]),
  ];
  const isServed = deployments.every((found) => found && isRolledOut(found));
  const waitingFor = whatFor(catalog, deployments, namespace, name, deploymentName);
  return {
    memory: undefined,
    phase: isServed ? 'connecting' : 'starting',
    waitingFor,
    watch: [ofCatalog, ...ofDeployment, ...(slow ? [ofPods, ofEvents] : [])],
    findings,
    wishes: [],
    ...(isServed && catalog && isAnswering(catalog) ? { ready: { what: catalog.metadata.uid ?? name, outcome: { name, namespace } } } : {}),
    reached: { name, namespace },
  };
}

function whatFor(
  catalog: KubernetesObject | null | undefined, deployments: readonly (KubernetesObject | null | undefined)[],
  namespace: string, name: string, deploymentName: string | undefined,
): string {
  const deployment = deployments.find((found) => !found || !isRolledOut(found));
  if (deployment) {
    return `Deployment ${deploymentName!} to be rolled out (${podsAvailable(deployment)})`;
  }
  if (deployments.includes(null)) {
    return `Deployment ${namespace}/${deploymentName!} to be created`;
  }
  if (catalog === undefined || deployments.includes(undefined)) {
    return 'the first lists of the API server';
  }
  return catalog === null ? `CatalogSource ${namespace}/${name} to be created` : 'OLM to connect to it';
}
