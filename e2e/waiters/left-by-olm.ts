import { KubernetesClient } from '../cluster/kubernetes-client';
import { KubernetesObject } from '../cluster/kubernetes-object';

const OLM = 'operators.coreos.com';

/** Timestamp of objects whose kind requires one; nothing reads it. */
const TIME = '2026-01-01T00:00:00Z';

/** A namespace of a real API server with what OLM's controllers leave behind when something is wrong. */
export class LeftByOlm {
  /** Creates an empty namespace. */
  public static async namespace(client: KubernetesClient, name: string): Promise<LeftByOlm> {
    const left = new LeftByOlm(client, name);
    await left.write({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    return left;
  }

  private constructor(private readonly client: KubernetesClient, public readonly name: string) {}

  /** Creates what each operator needs: an OperatorGroup, and a catalog that responds. */
  public async ready(): Promise<void> {
    await this.operatorGroup('og');
    await this.catalog('READY');
  }

  public operatorGroup(name: string): Promise<void> {
    return this.write({ apiVersion: `${OLM}/v1`, kind: 'OperatorGroup', metadata: this.named(name), spec: { targetNamespaces: [this.name] } });
  }

  public catalog(lastObservedState: string): Promise<void> {
    return this.write({
      apiVersion: `${OLM}/v1alpha1`, kind: 'CatalogSource', metadata: this.named('cat'),
      spec: { sourceType: 'grpc', address: `cat.${this.name}.svc:50051` },
      status: { connectionState: { address: `cat.${this.name}.svc:50051`, lastObservedState } },
    });
  }

  public subscription(status: object = {}, spec: object = {}): Promise<void> {
    return this.write({
      apiVersion: `${OLM}/v1alpha1`, kind: 'Subscription', metadata: this.named('plain'),
      spec: { name: 'plain', channel: 'alpha', source: 'cat', sourceNamespace: this.name, ...spec },
      status: { lastUpdated: TIME, ...status },
    });
  }

  /** Creates a Subscription that OLM cannot resolve. */
  public unresolved(message: string, spec: object = {}): Promise<void> {
    const condition = { type: 'ResolutionFailed', status: 'True', reason: 'ConstraintsNotSatisfiable', message, lastTransitionTime: TIME };
    return this.subscription({ conditions: [condition] }, spec);
  }

  /** Creates a Subscription that installed a version. */
  public installed(csv: string): Promise<void> {
    return this.subscription({ state: 'AtLatestKnown', currentCSV: csv, installedCSV: csv });
  }

  public clusterServiceVersion(name: string, status: { readonly phase: string; readonly [field: string]: unknown }): Promise<void> {
    const modes = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];
    return this.write({
      apiVersion: `${OLM}/v1alpha1`, kind: 'ClusterServiceVersion', metadata: this.named(name),
      spec: {
        displayName: 'Plain', version: name.slice(name.indexOf('.v') + 2),
        installModes: modes.map((type) => ({ type, supported: type === 'AllNamespaces' })),
        install: { strategy: 'deployment', spec: { deployments: [] } },
      },
      status,
    });
  }

  /** Adds a package to the catalog, with its channels and their versions. */
  public package(name: string, channels: { readonly [channel: string]: readonly string[] }): Promise<void> {
    const entries = (csvs: readonly string[]): object[] => csvs.map((csv) => ({ name: csv }));
    return this.write({
      apiVersion: `packages.${OLM}/v1`, kind: 'PackageManifest', metadata: this.named(name),
      status: {
        catalogSource: 'cat', catalogSourceNamespace: this.name, packageName: name, defaultChannel: Object.keys(channels)[0],
        channels: Object.entries(channels).map(([channel, csvs]) => ({ name: channel, currentCSV: csvs[0], entries: entries(csvs) })),
      },
    });
  }

  private named(name: string): { name: string; namespace: string } {
    return { name, namespace: this.name };
  }

  private async write({ status, ...object }: KubernetesObject): Promise<void> {
    const verdicts = [await this.client.apply({ content: JSON.stringify(object), object })];
    if (status !== undefined) {
      verdicts.push(await this.client.replaceStatus({ ...object, status }));
    }
    expect(verdicts.map(({ refusal }) => refusal)).toEqual(verdicts.map(() => ''));
  }
}

/** Simulates packageserver's API, which lists what catalogs offer. */
export const PACKAGE_MANIFESTS: KubernetesObject = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `packagemanifests.packages.${OLM}` },
  spec: {
    group: `packages.${OLM}`, scope: 'Namespaced',
    names: { plural: 'packagemanifests', singular: 'packagemanifest', kind: 'PackageManifest', listKind: 'PackageManifestList' },
    versions: [{
      name: 'v1', served: true, storage: true, subresources: { status: {} },
      schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    }],
  },
};
