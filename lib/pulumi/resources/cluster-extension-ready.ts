import type * as pulumi from '@pulumi/pulumi';
import { checkWaiterArgs } from './check-args';
import type { OwnedApi } from './operator-ready';
import type { ClusterExtensionOnDestroy, WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** ClusterExtension that a `ClusterExtensionReady` waits for. */
export interface ClusterExtensionReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** Name of the ClusterExtension. A change replaces the resource. */
  readonly name: pulumi.Input<string>;

  /**
   * Version of the bundle to wait for exactly, without build metadata.
   *
   * @default - whichever version OLM v1 resolves for the spec
   */
  readonly version?: pulumi.Input<string>;

  /**
   * Any string; a change starts a new wait.
   *
   * @default - none
   */
  readonly revision?: pulumi.Input<string>;

  /**
   * How deletion handles what OLM v1 would delete together with the operator.
   *
   * @default - the removal stops if there are objects of the operator's APIs
   */
  readonly onDestroy?: ClusterExtensionOnDestroy;
}

/**
 * Waits until OLM v1 has installed the bundle of a ClusterExtension, the operator runs, and its APIs are served. Deleting the resource removes the
 * ClusterExtension with everything that OLM v1 created for it.
 */
export class ClusterExtensionReady extends WaiterResource {
  /** Namespace of the bundle's objects. */
  declare public readonly installNamespace: pulumi.Output<string>;

  /** Name of the installed bundle. */
  declare public readonly bundleName: pulumi.Output<string>;

  /** Installed version. */
  declare public readonly installedVersion: pulumi.Output<string>;

  /** Release of the installed bundle within its version, or undefined if it has none or OLM v1 does not report it. */
  declare public readonly release: pulumi.Output<string | undefined>;

  /** Names of the revisions, or an empty list unless OLM v1 is an experimental installation with revisions. */
  declare public readonly activeRevisions: pulumi.Output<string[]>;

  /** APIs that the operator owns, all of which are served. */
  declare public readonly ownedApis: pulumi.Output<OwnedApi[]>;

  /** Names of the operator's Deployments. */
  declare public readonly deployments: pulumi.Output<string[]>;

  /** Deprecations of the package, the channels and the bundle, as sentences. */
  declare public readonly deprecations: pulumi.Output<string[]>;

  /** Seconds that the last wait spent in each phase. */
  declare public readonly phaseSeconds: pulumi.Output<{ [phase: string]: number }>;

  /**
   * @param name name of the resource
   * @param args the extension
   * @param options options of the resource; it must depend on what it waits for
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: ClusterExtensionReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of ClusterExtensionReady '${name}'`, 'ClusterExtensionReadyArgs', args, new.target !== ClusterExtensionReady);
    super('ClusterExtensionReady', 'clusterExtensionReady', name, { ...args }, [
      'installNamespace', 'bundleName', 'installedVersion', 'release', 'activeRevisions', 'ownedApis', 'deployments', 'deprecations', 'phaseSeconds', 'left',
    ], options);
  }
}
