import { manifestsIn } from '../../builders/synthesized';
import type { FakeCluster } from '../../pulumi/fake-cluster';

/** Object of a manifest. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** A version of the operator, and why its pods do not run. */
export interface PlayedVersion {
  readonly csv: Manifest;
  readonly crds: readonly Manifest[];

  /** Image of the container that waits, with reason and message. @default - the pods run */
  readonly waiting?: { readonly image: string; readonly reason: string; readonly message: string };
}

const OLM = 'operators.coreos.com/v1alpha1';
const SECOND = 1000;

/** Time that OLM and Kubernetes take on a small cluster, in milliseconds. */
const TAKES = { rollout: 4 * SECOND, packageserver: 9 * SECOND, connection: 12 * SECOND, resolution: 3 * SECOND };

const ESTABLISHED = { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] };

/** OLM and Kubernetes on a cluster in memory, as far as a session in the terminal shows them. */
export class PlayedOlm {
  readonly #cluster: FakeCluster;
  readonly #known = new Map<string, Manifest>();
  readonly #versions = new Map<string, PlayedVersion>();
  #plans = 0;

  public constructor(cluster: FakeCluster) {
    this.#cluster = cluster;
    cluster.unserve('olm.operatorframework.io');
  }

  /** Adds a version to the catalog. */
  public offer(version: PlayedVersion): void {
    this.#versions.set(version.csv.metadata.name, version);
  }

  /** Applies files, and starts what follows from them. */
  public apply(files: readonly string[]): void {
    for (const manifest of files.flatMap(manifestsIn)) {
      const key = [manifest.kind, manifest.metadata.namespace, manifest.metadata.name].join(' ');
      const before = this.#known.get(key);
      this.#known.set(key, manifest);
      if (before === undefined || manifest.kind === 'Subscription') {
        this.#created(manifest, before);
      }
    }
  }

  #created(manifest: Manifest, before: Manifest | undefined): void {
    switch (manifest.kind) {
      case 'CustomResourceDefinition': return this.#add({ ...manifest, status: ESTABLISHED });
      case 'Namespace': return this.#add({ ...manifest, status: { phase: 'Active' } });
      case 'Deployment': return this.#rollOut(manifest);
      case 'ClusterServiceVersion': return this.#startPackageserver(manifest);
      case 'OperatorGroup': return this.#add({ ...manifest, status: { namespaces: [manifest.metadata.namespace] } });
      case 'CatalogSource': return this.#connect(manifest);
      case 'Subscription': return this.#resolve(manifest, before);
      default: return this.#add(manifest);
    }
  }

  #rollOut(manifest: Manifest): void {
    const metadata = { generation: 1, ...manifest.metadata };
    const { replicas = 1 } = manifest['spec'] as { replicas?: number };
    const status = { observedGeneration: 1, replicas, updatedReplicas: replicas };
    this.#add({ ...manifest, metadata, status });
    setTimeout(() => this.#add({ ...manifest, metadata, status: { ...status, availableReplicas: replicas, conditions: [{ type: 'Available', status: 'True' }] } }), TAKES.rollout);
  }

  #startPackageserver(csv: Manifest): void {
    const { namespace = '', name } = csv.metadata;
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace, labels: { 'olm.owner': name } }, spec: deploymentIn(csv).spec };
    this.#add(csv);
    setTimeout(() => this.#rollOut(deployment), TAKES.packageserver - TAKES.rollout);
    setTimeout(() => {
      this.#add({ ...csv, status: { phase: 'Succeeded', reason: 'InstallSucceeded' } });
      this.#add({
        apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.packages.operators.coreos.com' },
        status: { conditions: [{ type: 'Available', status: 'True' }] },
      });
    }, TAKES.packageserver);
  }

  #connect(catalog: Manifest): void {
    const { address } = catalog['spec'] as { address: string };
    this.#add(catalog);
    setTimeout(() => this.#add({ ...catalog, status: { connectionState: { address, lastObservedState: 'READY' } } }), TAKES.connection);
  }

  /** Creates the InstallPlan for the version that a Subscription is pinned to. */
  #resolve(subscription: Manifest, before: Manifest | undefined): void {
    const { startingCSV } = subscription['spec'] as { startingCSV: string };
    const installed = (before?.['spec'] as { startingCSV: string } | undefined)?.startingCSV;
    const current = installed === undefined ? {} : { installedCSV: installed };
    this.#add({ ...subscription, ...(installed === undefined ? {} : { status: { state: 'AtLatestKnown', currentCSV: installed, ...current } }) });
    const { namespace, name } = subscription.metadata;
    const plan = {
      apiVersion: OLM, kind: 'InstallPlan',
      metadata: { name: ['install-4x7kd', 'install-9zt2p'][this.#plans++]!, namespace, ownerReferences: [{ kind: 'Subscription', name, uid: `uid-of-${name}` }] },
      spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [startingCSV] },
    };
    const reference = { installPlanRef: { name: plan.metadata.name, uid: `uid-of-${plan.metadata.name}` } };
    setTimeout(() => {
      this.#add({ ...plan, status: { phase: 'RequiresApproval' } } as Manifest);
      this.#add({ ...subscription, status: { state: 'UpgradePending', currentCSV: startingCSV, ...current, ...reference } });
      this.#after('PATCH', `installplans/${plan.metadata.name}`, () => {
        this.#add({ ...plan, spec: { ...plan.spec, approved: true }, status: { phase: 'Complete' } } as Manifest);
        this.#add({ ...subscription, status: { state: 'AtLatestKnown', currentCSV: startingCSV, installedCSV: startingCSV, ...reference } });
        this.#install(this.#versions.get(startingCSV)!, subscription, installed);
      });
    }, installed === undefined ? TAKES.connection + TAKES.resolution : TAKES.resolution);
  }

  /** Calls back some time after a change, such as `DELETE clusterserviceversions/plain.v1.0.0`. */
  #after(method: string, path: string, then: () => void): void {
    const isDone = this.#cluster.changes.some((change) => change.startsWith(method) && change.endsWith(`/${path}`));
    setTimeout(isDone ? then : () => this.#after(method, path, then), SECOND);
  }

  #install({ csv, crds, waiting }: PlayedVersion, { metadata: { namespace = '', name: packageName } }: Manifest, replaced: string | undefined): void {
    crds.forEach((crd) => this.#add({ ...crd, status: ESTABLISHED }));
    const { name } = csv.metadata;
    const placed = { ...csv, metadata: { ...csv.metadata, namespace, labels: { [`operators.coreos.com/${packageName}.${namespace}`]: '' } } };
    const { name: deployment, spec } = deploymentIn(csv);
    const waits = { phase: 'Installing', reason: 'InstallWaiting', message: `installing: waiting for deployment ${deployment} to become ready` };
    this.#add({ ...placed, status: waits });
    this.#after('DELETE', `clusterserviceversions/${name}`, () => [deployment, podOf(deployment)].forEach((garbage) => this.#cluster.remove(garbage)));
    const owned = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: deployment, namespace, generation: 1, labels: { 'olm.owner': name } }, spec };
    if (waiting === undefined) {
      this.#rollOut(owned);
      setTimeout(() => {
        this.#add({ ...placed, status: { phase: 'Succeeded', reason: 'InstallSucceeded' } });
        this.#cluster.remove(replaced ?? '');
      }, TAKES.rollout + SECOND);
      return;
    }
    this.#add({ ...owned, status: { observedGeneration: 1, replicas: 2, updatedReplicas: 1, availableReplicas: 1, unavailableReplicas: 1 } });
    this.#add({
      apiVersion: 'v1', kind: 'Pod', metadata: { name: podOf(deployment), namespace, labels: spec.selector.matchLabels },
      status: {
        phase: 'Pending', conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady' }],
        containerStatuses: [{ name: 'hello', image: waiting.image, ready: false, restartCount: 0, state: { waiting } }],
      },
    });
  }

  #add({ apiVersion, kind, metadata, ...fields }: Manifest): void {
    const { name, namespace, ...others } = metadata;
    const plural = `${kind.toLowerCase().replace(/y$/, 'ie')}s`;
    this.#cluster.add({
      ...fields, path: `${apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`}/${plural}`, name, ...(namespace === undefined ? {} : { namespace }),
      metadata: { creationTimestamp: new Date().toISOString(), ...others },
    });
  }
}

function podOf(deployment: string): string {
  return `${deployment}-6d9f7-q8wzn`;
}

/** Returns the only Deployment of a ClusterServiceVersion. */
function deploymentIn(csv: Manifest): { readonly name: string; readonly spec: { readonly selector: { readonly matchLabels: object } } } {
  return (csv['spec'] as { install: { spec: { deployments: [ReturnType<typeof deploymentIn>] } } }).install.spec.deployments[0];
}
