import * as pulumi from '@pulumi/pulumi';
import { ClusterCatalog as Catalog } from '../../constructs/olm-v1/cluster-catalog';
import { type ClusterExtensionProps, ClusterExtension as Extension } from '../../constructs/olm-v1/cluster-extension';
import type { ExistingObjectPolicy } from '../program/ownership-policy';
import { ClusterExtensionReady } from '../resources/cluster-extension-ready';
import { OperatorNamespace } from '../resources/operator-namespace';
import type { OwnedApi } from '../resources/operator-ready';
import type { ClusterExtensionWaitArgs, KnownWait } from '../resources/wait-args';
import { checkArgs } from '../resources/check-args';
import { ClusterCatalog } from './cluster-catalog';
import { ConstructComponent, type InputProps } from './construct-component';
import { planClusterExtensions } from './olm-v1-waiters';

/** Props that decide which objects are created, or are checked against bundles and the CRD of the release. */
type PlainProps =
  'packageName' | 'catalogSelector' | 'channels' | 'version' | 'upgradeConstraintPolicy' | 'crdUpgradeSafety' | 'progressDeadline' | 'installMode'
  | 'bundles' | 'serviceAccount' | 'olmVersion';

/** Arguments of an operator that OLM v1 installs: the props of the construct, which may be outputs of other resources. */
export interface ClusterExtensionArgs extends InputProps<Omit<ClusterExtensionProps, 'catalogs'>, PlainProps> {
  /**
   * Catalogs to take the package from: a `ClusterCatalog` of this program, or the name of a catalog in the cluster.
   *
   * @default - all ClusterCatalogs of the cluster
   */
  readonly catalogs?: readonly (ClusterCatalog | string)[];

  /**
   * How to wait until the operator is installed and runs, and what `pulumi destroy` removes. False means no waiter, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<ClusterExtensionWaitArgs> | false;

  /**
   * What to do if the Namespace already exists.
   *
   * @default 'fail'
   */
  readonly existingNamespace?: ExistingObjectPolicy;
}

/** An operator that OLM v1 installs from a ClusterCatalog, and upgrades. */
export class ClusterExtension extends ConstructComponent<Extension> {
  /** Name of the ClusterExtension. */
  public readonly extensionName: pulumi.Output<string>;

  /** Namespace of the operator. Resources that depend on this output are created after the Namespace, and deleted before it. */
  public readonly namespace: pulumi.Output<string>;

  /** Installed package. */
  public readonly packageName: string;

  /** Resource that removes the Namespace once nothing else uses it, or undefined without a waiter or if the component does not own the Namespace. */
  public readonly ownedNamespace: OperatorNamespace | undefined;

  /** Resource that waits for the operator, and removes it in order, or undefined without a waiter. */
  public readonly ready: ClusterExtensionReady | undefined;

  /** Name of the installed bundle, available once the operator runs and its APIs are served, or undefined without a waiter. */
  public readonly bundleName: pulumi.Output<string | undefined>;

  /** Installed version, available once the operator runs, or undefined without a waiter. */
  public readonly version: pulumi.Output<string | undefined>;

  /** APIs that the operator owns, available once they are served, or undefined without a waiter. */
  public readonly ownedApis: pulumi.Output<OwnedApi[] | undefined>;

  /** Names of the operator's Deployments, available once they run, or undefined without a waiter. */
  public readonly deployments: pulumi.Output<string[] | undefined>;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args what OLM v1 installs, and where
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if arguments contradict each other, the release or the bundles; Error if a key is unknown
   */
  public constructor(name: string, args: ClusterExtensionArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of ClusterExtension '${name}'`, 'ClusterExtensionArgs', args, new.target !== ClusterExtension);
    super({
      kind: 'ClusterExtension', props: 'ClusterExtensionProps', args: 'ClusterExtensionArgs',
      create: (scope, id, props, constructOf) => new Extension(scope, id, {
        ...props as Omit<ClusterExtensionProps, 'catalogs'>,
        ...(args.catalogs === undefined ? {} : {
          catalogs: args.catalogs.map((catalog) => (
            ClusterCatalog.isClusterCatalog(catalog) ? constructOf(catalog._construct) : Catalog.fromName(scope, `${id}-Catalog-${catalog}`, catalog)
          )),
        }),
      }),
    }, name, args.catalogs === undefined ? args : { ...args, catalogs: [] }, options);
    const extension = this._construct;
    const wait = this._waitSettings(args.wait);
    const waiters = this._createResources(planClusterExtensions([extension], wait, (value) => this._output(value), args));
    this.ownedNamespace = waiters.find((waiter) => waiter instanceof OperatorNamespace);
    this.ready = waiters.find((waiter) => waiter instanceof ClusterExtensionReady);
    this.extensionName = this._output(extension.name);
    this.namespace = this.ownedNamespace?.namespace ?? this._output(extension.namespace);
    this.packageName = extension.packageName;
    this.bundleName = this.ready?.bundleName ?? pulumi.output(undefined);
    this.version = this.ready?.installedVersion ?? pulumi.output(undefined);
    this.ownedApis = this.ready?.ownedApis ?? pulumi.output(undefined);
    this.deployments = this.ready?.deployments ?? pulumi.output(undefined);
    this.registerOutputs({ extensionName: this.extensionName, namespace: this.namespace, bundleName: this.bundleName, version: this.version });
  }
}
