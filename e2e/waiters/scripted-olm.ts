import { setTimeout as sleep } from 'node:timers/promises';
import type { WaiterCluster } from './waiter-cluster';
import { field, fieldAt, mapField, mapListField, stringField, stringListField } from '../../lib/formats/json/json-value';

const GROUP = 'operators.coreos.com';
const OBJECTS = `/apis/${GROUP}/v1alpha1`;
const FINALIZER = `${GROUP}/csv-cleanup`;

/** The CSV of an operator in short form. */
export interface ScriptedCsv {
  readonly name: string;
  readonly version: string;
  readonly replaces?: string;
  /** The APIs it owns, as the names of their CRDs and their kinds. */
  readonly apis?: readonly { readonly crd: string; readonly kind: string }[];
  /** @default - OLM's own */
  readonly finalizer?: string;
}

/** OLM's part in one namespace, step by step as scripted by a test. Subscription, package and catalog are all called `plain`. */
export class ScriptedOlm {
  /** Creates the namespace, unless it exists, with an OperatorGroup and a catalog that responds. */
  public static async inNamespace(cluster: WaiterCluster, namespace: string): Promise<ScriptedOlm> {
    const olm = new ScriptedOlm(cluster, namespace);
    await cluster.send('POST', '/api/v1/namespaces', { metadata: { name: namespace } }, [409]);
    await olm.#create('operatorgroups', 'OperatorGroup', { metadata: { name: 'og' }, spec: { targetNamespaces: [namespace] } }, 'v1');
    await olm.#create('catalogsources', 'CatalogSource', { metadata: { name: 'plain' }, spec: { sourceType: 'grpc', address: 'cat:50051' } });
    await olm.#status('catalogsources', 'plain', { connectionState: { lastObservedState: 'READY' } });
    return olm;
  }

  /** Removes the finalizer of each deleted ClusterServiceVersion, as olm-operator does, until the returned function is called. */
  public static async whileCleaningUp<Result>(cluster: WaiterCluster, work: () => Promise<Result>): Promise<Result> {
    const ending = new AbortController();
    const cleaning = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        for (const { namespace, name, isLeaving, finalizers } of metadataOf(await cluster.find(`${OBJECTS}/clusterserviceversions`))) {
          if (isLeaving && finalizers.includes(FINALIZER)) {
            await letGo(cluster, `${OBJECTS}/namespaces/${namespace}/clusterserviceversions/${name}`);
          }
        }
        await sleep(100);
      }
    };
    const [outcome] = await Promise.all([work().finally(() => ending.abort()), cleaning()]);
    return outcome;
  }

  private constructor(private readonly cluster: WaiterCluster, public readonly namespace: string) {}

  /** Creates what a user's program creates. */
  public async subscribe(): Promise<void> {
    const spec = { name: 'plain', channel: 'stable', source: 'plain', sourceNamespace: this.namespace, installPlanApproval: 'Manual' };
    await this.#create('subscriptions', 'Subscription', { metadata: { name: 'plain' }, spec });
  }

  /** Creates an InstallPlan of the Subscription, and refers to it in the status. */
  public async plan(name: string, csvs: readonly string[], phase = 'RequiresApproval'): Promise<void> {
    const owner = mapField(await this.cluster.find(this.path('subscriptions', 'plain')), 'metadata');
    const made = await this.#create('installplans', 'InstallPlan', {
      metadata: { name, ownerReferences: [{ apiVersion: `${GROUP}/v1alpha1`, kind: 'Subscription', name: 'plain', uid: owner['uid'] }] },
      spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: csvs },
    });
    await this.planPhase(name, phase);
    const reference = { apiVersion: `${GROUP}/v1alpha1`, kind: 'InstallPlan', name, namespace: this.namespace, uid: mapField(made, 'metadata')['uid'] };
    await this.refer({ currentCSV: csvs[0], installPlanRef: reference, state: 'UpgradePending' });
  }

  public async planPhase(name: string, phase: string, message?: string): Promise<void> {
    const conditions = phase === 'Failed' ? [{ type: 'Installed', status: 'False', reason: 'InstallComponentFailed', message }] : [];
    await this.#status('installplans', name, { catalogSources: [], phase, conditions });
  }

  /** Waits until an InstallPlan is approved, and installs it. */
  public async carryOut(plan: string, csv: ScriptedCsv): Promise<void> {
    await this.cluster.until(async () => fieldAt(await this.cluster.find(this.path('installplans', plan)), 'spec', 'approved') === true);
    await this.planPhase(plan, 'Installing');
    await this.install(csv);
    await this.planPhase(plan, 'Complete');
  }

  /** Creates a ClusterServiceVersion that succeeds, and removes the one that it replaces. */
  public async install(csv: ScriptedCsv): Promise<void> {
    for (const { crd, kind } of csv.apis ?? []) {
      await this.cluster.serve(crd, kind);
    }
    await this.begin(csv);
    await this.csvPhase(csv.name, 'Succeeded');
    await this.refer({ currentCSV: csv.name, installedCSV: csv.name, state: 'AtLatestKnown' });
    if (csv.replaces !== undefined) {
      await this.cluster.send('DELETE', this.path('clusterserviceversions', csv.replaces));
      await letGo(this.cluster, this.path('clusterserviceversions', csv.replaces));
    }
  }

  /** Creates a ClusterServiceVersion. */
  public async begin({ name, version, replaces, apis = [], finalizer = FINALIZER }: ScriptedCsv): Promise<void> {
    const owned = apis.map(({ crd, kind }) => ({ name: crd, kind, version: 'v1' }));
    await this.#create('clusterserviceversions', 'ClusterServiceVersion', {
      metadata: { name, finalizers: [finalizer], annotations: { 'olm.targetNamespaces': this.namespace } },
      spec: {
        displayName: name, version, ...(replaces === undefined ? {} : { replaces }), customresourcedefinitions: { owned },
        install: { strategy: 'deployment', spec: { deployments: [] } },
      },
    });
  }

  public async csvPhase(name: string, phase: string): Promise<unknown> {
    return this.#status('clusterserviceversions', name, { phase });
  }

  /** Writes the status of the Subscription. */
  public async refer(status: object): Promise<void> {
    await this.#status('subscriptions', 'plain', { lastUpdated: '2026-01-01T00:00:00Z', ...status });
  }

  /** Path of an OLM object. */
  public path(plural: string, name: string): string {
    return `${OBJECTS}/namespaces/${this.namespace}/${plural}/${name}`;
  }

  #status(plural: string, name: string, status: object): Promise<unknown> {
    return this.cluster.merge(`${this.path(plural, name)}/status`, { status });
  }

  #create(plural: string, kind: string, object: object, version = 'v1alpha1'): Promise<unknown> {
    const apiVersion = `${GROUP}/${version}`;
    return this.cluster.send('POST', `/apis/${apiVersion}/namespaces/${this.namespace}/${plural}`, { apiVersion, kind, ...object });
  }
}

/** Removes the finalizers of an object, if it still exists. */
export async function letGo(cluster: WaiterCluster, path: string): Promise<void> {
  await cluster.send('PATCH', path, { metadata: { finalizers: null } }, [404], 'application/merge-patch+json');
}

function metadataOf(list: unknown): { namespace: string; name: string; isLeaving: boolean; finalizers: readonly string[] }[] {
  return mapListField(list, 'items').map((object) => field(object, 'metadata')).map((metadata) => ({
    namespace: stringField(metadata, 'namespace') ?? '',
    name: stringField(metadata, 'name') ?? '',
    isLeaving: field(metadata, 'deletionTimestamp') !== undefined,
    finalizers: stringListField(metadata, 'finalizers'),
  }));
}
