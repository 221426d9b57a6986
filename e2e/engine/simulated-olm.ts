import { createHash } from 'node:crypto';
import { Credentials } from '../cluster/credentials';
import { ControlLoop } from '../control-plane/control-loop';
import { bundleIn, crdsOf, type PlayedBundle, type Stored } from './played-bundle';

const V1ALPHA1 = '/apis/operators.coreos.com/v1alpha1';
const V1 = '/apis/operators.coreos.com/v1';
const PACKAGES_API = '/apis/apiregistration.k8s.io/v1/apiservices';
const OWNER = 'olm.owner';
const SPEC_HASH = 'olm.deployment-spec-hash';
const SOME_TIME = '2026-01-01T00:00:00Z';

/**
 * Simulates OLM's controllers in a cluster that has OLM's objects and runs none of its pods: for Subscriptions to a few bundles,
 * in the order of events in recordings of the real controllers. All catalogs have the same bundles.
 */
export class SimulatedOlm extends ControlLoop {
  /** Whether catalogs respond. */
  public connects = true;

  private readonly bundles: PlayedBundle[];

  /** @param folders folders of the bundles */
  public constructor(credentials: Credentials, folders: readonly string[]) {
    super(credentials);
    this.bundles = folders.map(bundleIn);
  }

  /** Adds the bundle in a folder to all catalogs, unless they have it. */
  public publish(folder: string): void {
    const bundle = bundleIn(folder);
    if (!this.bundles.some(({ csv }) => csv.metadata.name === bundle.csv.metadata.name)) {
      this.bundles.push(bundle);
    }
  }

  protected async round(): Promise<void> {
    const csvs = await this.list(`${V1ALPHA1}/clusterserviceversions`);
    await this.servePackages(csvs);
    await this.connect();
    const [plans, groups] = [await this.list(`${V1ALPHA1}/installplans`), await this.list(`${V1}/operatorgroups`)];
    for (const subscription of await this.list(`${V1ALPHA1}/subscriptions`)) {
      const here = ({ metadata: { namespace } }: Stored): boolean => namespace === subscription.metadata.namespace;
      // With none or several of them OLM does nothing, and does not report it on the Subscription.
      if (this.connects && groups.filter(here).length === 1) {
        await this.follow(subscription, plans.filter(here), csvs.filter(here));
      }
    }
    for (const csv of csvs) {
      await this.start(csv);
    }
    await this.endOrphans(csvs);
    await this.reportOnOperators(csvs);
    for (const group of groups.filter(({ status }) => status?.['lastUpdated'] === undefined)) {
      await this.setStatusAt(`${V1}/namespaces/${group.metadata.namespace}/operatorgroups/${group.metadata.name}`, { namespaces: [group.metadata.namespace] });
    }
  }

  /** Writes what OLM writes into existing Operators: their ClusterServiceVersions with their phases. */
  private async reportOnOperators(csvs: readonly Stored[]): Promise<void> {
    for (const { metadata: { name }, status } of await this.list(`${V1}/operators`)) {
      const refs = csvs.filter(({ metadata: { labels } }) => labels?.[`operators.coreos.com/${name}`] !== undefined).map(csv => ({
        apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', name: csv.metadata.name, namespace: csv.metadata.namespace,
        conditions: csv.status === undefined ? [] : [{ type: csv.status['phase'], status: 'True', reason: csv.status['reason'], message: '' }],
      }));
      const components = { labelSelector: { matchExpressions: [{ key: `operators.coreos.com/${name}`, operator: 'Exists' }] }, refs };
      if (JSON.stringify((status as { components?: { refs?: unknown } } | undefined)?.components?.refs) !== JSON.stringify(refs)) {
        await this.merge(`${V1}/operators/${name}/status`, { status: { components } });
      }
    }
  }

  /** The API of packageserver, which exists as long as its ClusterServiceVersion does. */
  private async servePackages(csvs: readonly Stored[]): Promise<void> {
    const packageserver = csvs.find(({ metadata }) => metadata.name === 'packageserver');
    const name = 'v1.packages.operators.coreos.com';
    if (packageserver === undefined) {
      await this.send('DELETE', `${PACKAGES_API}/${name}`);
      return;
    }
    // While the API server changes a CRD, it does not serve its objects for a moment, and the API is deleted as if OLM were.
    if ((await this.send('GET', `${PACKAGES_API}/${name}`)).kind !== 'APIService') {
      await this.send('POST', PACKAGES_API, {
        metadata: { name }, spec: { group: 'packages.operators.coreos.com', version: 'v1', groupPriorityMinimum: 2000, versionPriority: 15 },
      });
    }
  }

  private async connect(): Promise<void> {
    for (const catalog of await this.list(`${V1ALPHA1}/catalogsources`)) {
      const lastObservedState = this.connects ? 'READY' : 'TRANSIENT_FAILURE';
      const { connectionState } = (catalog.status ?? {}) as { connectionState?: { lastObservedState: string } };
      if (connectionState?.lastObservedState !== lastObservedState) {
        await this.setStatus(catalog, 'catalogsources', { connectionState: { address: catalog.spec['address'], lastConnect: SOME_TIME, lastObservedState } });
      }
    }
  }

  /** Creates the next InstallPlan of a Subscription, or executes the last one. */
  private async follow(subscription: Stored, plans: readonly Stored[], csvs: readonly Stored[]): Promise<void> {
    const { installPlanRef, installedCSV } = (subscription.status ?? {}) as { installPlanRef?: { uid: string }; installedCSV?: string };
    const plan = plans.find(({ metadata }) => metadata.uid === installPlanRef?.uid);
    if (plan !== undefined && plan.status?.['phase'] !== 'Complete') {
      if (plan.spec['approval'] === 'Automatic' || plan.spec['approved'] === true) {
        await this.install(subscription, plan, installedCSV);
      }
      return;
    }
    const next = this.next(subscription, installedCSV, csvs);
    if (next === undefined) {
      return;
    }
    const { name, namespace, uid } = subscription.metadata;
    const approval = subscription.spec['installPlanApproval'] ?? 'Automatic';
    const made = await this.send('POST', `${V1ALPHA1}/namespaces/${namespace}/installplans`, {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'InstallPlan',
      metadata: { generateName: 'install-', ownerReferences: [{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', name, uid }] },
      spec: {
        approval, approved: approval === 'Automatic',
        clusterServiceVersionNames: [next, ...this.missing(next, csvs)].map(({ csv }) => csv.metadata.name),
      },
    });
    await this.setStatus(made, 'installplans', { catalogSources: [], phase: approval === 'Automatic' ? 'Installing' : 'RequiresApproval' });
    const reference = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', name: made.metadata.name };
    await this.setStatus(subscription, 'subscriptions', {
      currentCSV: next.csv.metadata.name,
      installPlanRef: { ...reference, namespace, uid: made.metadata.uid },
      installplan: { ...reference, uuid: made.metadata.uid },
      state: 'UpgradePending',
    });
  }

  private next(subscription: Stored, installed: string | undefined, csvs: readonly Stored[]): PlayedBundle | undefined {
    const ofPackage = this.bundles.filter(bundle => bundle.package === subscription.spec['name']);
    if (installed !== undefined) {
      return csvs.some(({ metadata }) => metadata.name === installed) ? ofPackage.find(({ csv }) => csv.spec['replaces'] === installed) : undefined;
    }
    // OLM refuses to resolve a Subscription for an operator that is installed and belongs to none.
    const label = `operators.coreos.com/${String(subscription.spec['name'])}.${subscription.metadata.namespace}`;
    if (csvs.some(({ metadata: { labels } }) => labels?.[label] !== undefined)) {
      return undefined;
    }
    const replaced = ofPackage.map(({ csv }) => csv.spec['replaces']);
    return ofPackage.find(({ csv }) => csv.metadata.name === subscription.spec['startingCSV'])
      ?? ofPackage.find(({ csv }) => !replaced.includes(csv.metadata.name));
  }

  /** Bundles that provide what a bundle requires, and what they require in turn, as far as no operator of the namespace provides it. */
  private missing(bundle: PlayedBundle, csvs: readonly Stored[]): readonly PlayedBundle[] {
    const provided = [bundle.csv, ...csvs].flatMap(csv => crdsOf(csv, 'owned'));
    const replaced = this.bundles.map(({ csv }) => csv.spec['replaces']);
    const needed = crdsOf(bundle.csv, 'required').filter(crd => !provided.includes(crd))
      .map(crd => this.bundles.find(({ csv }) => crdsOf(csv, 'owned').includes(crd) && !replaced.includes(csv.metadata.name)))
      .filter(found => found !== undefined);
    return [...needed, ...needed.flatMap(found => this.missing(found, [...csvs, bundle.csv]))];
  }

  private async install(subscription: Stored, plan: Stored, before: string | undefined): Promise<void> {
    const [name, ...dependencies] = plan.spec['clusterServiceVersionNames'] as [string, ...string[]];
    const { namespace } = subscription.metadata;
    for (const bundle of [name, ...dependencies].map(planned => this.bundleOf(planned))) {
      for (const crd of bundle.crds) {
        await this.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
      }
      await this.send('POST', `${V1ALPHA1}/namespaces/${namespace}/clusterserviceversions`, {
        ...bundle.csv,
        metadata: {
          name: bundle.csv.metadata.name,
          labels: { [`operators.coreos.com/${bundle.package}.${namespace}`]: '' },
          annotations: { 'olm.operatorNamespace': namespace, 'olm.targetNamespaces': namespace },
        },
      });
    }
    for (const dependency of dependencies) {
      await this.subscribe(this.bundleOf(dependency), subscription, plan);
    }
    await this.setStatus(plan, 'installplans', { ...plan.status, phase: 'Complete' });
    await this.setStatus(subscription, 'subscriptions', { ...subscription.status, installedCSV: name, state: 'AtLatestKnown' });
    if (before !== undefined) {
      await this.send('DELETE', `${V1ALPHA1}/namespaces/${namespace}/clusterserviceversions/${before}`);
    }
  }

  /** Creates the Subscription of a dependency. */
  private async subscribe({ csv, package: packageName }: PlayedBundle, { metadata: { namespace }, spec }: Stored, plan: Stored): Promise<void> {
    const { source, sourceNamespace, channel } = spec;
    const startingCSV = csv.metadata.name;
    const made = await this.send('POST', `${V1ALPHA1}/namespaces/${namespace}/subscriptions`, {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: {
        name: [packageName, channel, source, sourceNamespace].join('-'), annotations: { 'olm.generated-by': plan.metadata.name }, labels: { 'olm.managed': 'true' },
      },
      spec: { name: packageName, channel, source, sourceNamespace, startingCSV, installPlanApproval: 'Automatic' },
    });
    const reference = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', name: plan.metadata.name };
    await this.setStatus(made, 'subscriptions', {
      currentCSV: startingCSV, installedCSV: startingCSV, state: 'AtLatestKnown',
      installPlanRef: { ...reference, namespace, uid: plan.metadata.uid }, installplan: { ...reference, uuid: plan.metadata.uid },
    });
  }

  private bundleOf(name: string): PlayedBundle {
    return this.bundles.find(({ csv }) => csv.metadata.name === name)!;
  }

  /** Creates and updates the Deployments of an operator, or of packageserver, and reports its progress. */
  private async start(csv: Stored): Promise<void> {
    const { name, namespace } = csv.metadata;
    const { spec: { deployments } } = csv.spec['install'] as { spec: { deployments: readonly { name: string; spec: object }[] } };
    let phase = 'Succeeded';
    for (const deployment of deployments) {
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      const labels = { [OWNER]: name, [SPEC_HASH]: createHash('sha256').update(JSON.stringify(deployment.spec)).digest('hex').slice(0, 10) };
      const wanted = { metadata: { name: deployment.name, labels }, spec: deployment.spec };
      const found = await this.send('GET', `${path}/${deployment.name}`);
      if (found.metadata.labels?.[OWNER] !== name || found.metadata.labels[SPEC_HASH] !== labels[SPEC_HASH]) {
        await (found.kind === 'Deployment' ? this.merge(`${path}/${deployment.name}`, wanted) : this.send('POST', path, wanted));
        phase = 'Installing';
      } else if (found.status?.['observedGeneration'] !== found.metadata.generation) {
        phase = 'Installing';
      }
    }
    if (csv.status?.['phase'] !== phase) {
      await this.setStatus(csv, 'clusterserviceversions', { phase, reason: 'InstallSucceeded' });
    }
  }

  private async endOrphans(csvs: readonly Stored[]): Promise<void> {
    for (const { metadata: { name, namespace, labels } } of await this.list('/apis/apps/v1/deployments')) {
      const owner = labels?.[OWNER];
      if (owner !== undefined && !csvs.some(({ metadata }) => metadata.name === owner && metadata.namespace === namespace)) {
        await this.send('DELETE', `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);
      }
    }
  }

  /** Lists nothing as long as the kind is not served. */
  private async list(path: string): Promise<readonly Stored[]> {
    const { status, body } = await this.connection.request('GET', path);
    return status === 200 ? (JSON.parse(body) as { items: readonly Stored[] }).items : [];
  }

  /** Writes the status of an object. */
  private setStatus({ metadata: { name, namespace } }: Stored, plural: string, status: object): Promise<void> {
    return this.setStatusAt(`${V1ALPHA1}/namespaces/${namespace}/${plural}/${name}`, status);
  }

  private async setStatusAt(path: string, status: object): Promise<void> {
    await this.merge(`${path}/status`, { status: { lastUpdated: SOME_TIME, ...status } });
  }

  /** Ignores rejections: what is rejected because of a conflict or because the object is gone is retried in the next iteration. */
  private async send(method: string, path: string, body?: object, type = 'application/json'): Promise<Stored> {
    return JSON.parse((await this.connection.request(method, path, { type, content: JSON.stringify(body ?? {}) })).body) as Stored;
  }

  private merge(path: string, body: object): Promise<Stored> {
    return this.send('PATCH', path, body, 'application/merge-patch+json');
  }
}
