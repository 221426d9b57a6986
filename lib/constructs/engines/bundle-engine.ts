import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { Bundle } from '../../bundle/bundle';
import { BundleObjects } from '../../bundle/model/bundle-objects';
import { InstallMode } from '../../bundle/model/install-mode';
import { OperatorRegistry } from '../catalogs/operator-registry';
import { IPackageEngine, OlmV1Result, PackageEngineRequest, PackageEngineResult } from '../catalogs/package-engine';
import { ConstructError } from '../model/construct-error';
import type { RukpakBundleDeployment } from '../rukpak/rukpak-bundle-deployment';
import { OperatorSubscription } from '../subscription/operator-subscription';

/** The bundle that an engine installs for a `BundleDeployment`, and its settings. */
export interface BundleEngineRequest {
  /** Bundle to install. */
  readonly bundle: Bundle;

  /** Earlier versions of the bundle that may be in the cluster, if any. */
  readonly previous: Bundle[];

  /**
   * Objects that the bundles do not have because the deployment leaves them out. An engine that installs a bundle from an image, and so with these
   * objects, must refuse them.
   *
   * @default - none
   */
  readonly omit?: BundleObjects[];

  /**
   * Namespace of the operator.
   *
   * @default - the engine chooses
   */
  readonly namespace?: string;

  /**
   * Whether to create the namespace.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * Channel to follow.
   *
   * @default - the engine chooses
   */
  readonly channel?: string;

  /**
   * Name of a Subscription whose operator the deployment takes over while it runs. An engine without Subscriptions cannot, which is an error of the
   * deployment.
   *
   * @default - none
   */
  readonly previousName?: string;

  /**
   * Namespaces that the operator watches.
   *
   * @default - the engine chooses
   */
  readonly installMode?: InstallMode;

  /**
   * Labels for every object. Without OLM, they replace those that objects of the bundle have with the same keys.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object. Without OLM, they replace those that objects of the bundle have with the same keys.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** What the engine for OLM v0 created for a `BundleDeployment`. */
export interface OlmV0Result {
  /** Registry that serves the bundle. */
  readonly registry: OperatorRegistry;

  /** Subscription that installs the bundle. */
  readonly subscription: OperatorSubscription;
}

/** What the engine for RukPak created for a `BundleDeployment`. */
export interface RukpakResult {
  /** BundleDeployment of RukPak that installs the bundle. */
  readonly deployment: RukpakBundleDeployment;

  /**
   * The Namespace of the operator.
   *
   * @default - not created here: RukPak creates it before 0.20.0
   */
  readonly namespaceObject?: ApiObject;
}

/** What the engine without OLM created for a `BundleDeployment`. */
export interface PlainResult {
  /** Objects of the operator and of its dependencies, except for the CRDs, in the order in which they are applied. A Namespace comes first. */
  readonly objects: ApiObject[];

  /** The CustomResourceDefinitions of the operator and of its dependencies. */
  readonly crds: ApiObject[];
}

/** What an engine created for a `BundleDeployment`. A custom engine that uses another engine passes on the result of that engine. */
export interface BundleEngineResult {
  /** Namespace of the operator. */
  readonly namespace: string;

  /**
   * Bundle as it is installed, for example with other references to images.
   *
   * @default - the bundle of the request
   */
  readonly bundle?: Bundle;

  /**
   * The constructs of OLM v0.
   *
   * @default - the engine does not use OLM v0
   */
  readonly olmV0?: OlmV0Result;

  /**
   * The constructs of OLM v1.
   *
   * @default - the engine does not use OLM v1
   */
  readonly olmV1?: OlmV1Result;

  /**
   * The constructs of RukPak.
   *
   * @default - the engine does not use RukPak
   */
  readonly rukpak?: RukpakResult;

  /**
   * The objects of the operator itself.
   *
   * @default - the engine does not create them
   */
  readonly plain?: PlainResult;
}

/**
 * Installs the bundle of a `BundleDeployment`: the deployment defines what to install and where, the engine defines how, with its own settings.
 *
 * Extend this class to install bundles in another way, or extend `OlmV0Engine` to change what it creates.
 */
export abstract class BundleEngine implements IPackageEngine {
  /** Name of the engine, such as `OlmV0`. */
  public readonly name: string;

  /**
   * @param name name of the engine
   */
  public constructor(name: string) {
    this.name = name;
  }

  /**
   * Creates everything that the bundle needs as children of a deployment. Called once for each deployment, during its construction; an
   * engine may serve several deployments.
   *
   * @param scope the deployment, without children
   * @param request what to install
   * @returns what was created
   */
  public abstract deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult;

  /** Whether the engine also installs packages from catalogs for an `OperatorSubscription`, that is, overrides `installPackage`. */
  public get installsPackages(): boolean {
    return this.installPackage !== BundleEngine.prototype.installPackage;
  }

  /**
   * Creates everything that an `OperatorSubscription` needs as its children.
   *
   * @param scope the subscription, without children
   * @param request what to install
   * @returns what was created
   * @throws ConstructError when the engine installs bundles only
   */
  public installPackage(scope: Construct, request: PackageEngineRequest): PackageEngineResult {
    throw unsupported(scope, 'catalogs', `the engine ${this.name} installs bundles, not packages from catalogs such as '${request.catalog.catalogName}'`);
  }
}

/**
 * Refuses objects to leave out if the engine installs the bundle from an image, which it cannot change.
 *
 * @throws ConstructError when the request leaves out objects
 */
export function refuseOmitted(scope: IConstruct, { bundle, omit = [] }: BundleEngineRequest, source: string): void {
  if (omit.length > 0) {
    throw new ConstructError(scope, `'omit' is set, and ${source} installs bundle '${bundle.name}' from an image, which has these objects; write an image without them with `
      + `bundle.without([${omit.join(', ')}]).toImageLayout(), push it, and set 'bundle' to that bundle instead of 'omit'; new OlmV0Engine() and new PlainEngine() `
      + 'need no image');
  }
}

/** Capabilities that only some engines have, with these engines as a program specifies them. */
const SUPPORT = {
  /** Following a channel of the bundle's package. */
  channels: ['OlmV0Engine', 'OlmV1Engine'],

  /** Installing what the operator requires. */
  dependencies: ['OlmV0Engine', 'PlainEngine'],

  /** APIs that the operator serves through API aggregation. */
  apiServices: ['OlmV0Engine'],

  /** Webhooks of the operator. */
  webhooks: ['OlmV0Engine', 'OlmV1Engine', 'PlainEngine'],

  /** Operators that cannot watch all namespaces. */
  targetNamespaces: ['OlmV0Engine', 'OlmV1Engine', 'PlainEngine'],

  /** Operators from a catalog instead of a bundle. */
  catalogs: ['OlmV0Engine', 'OlmV1Engine'],
} as const;

/** A capability that only some engines have. */
export type EngineFeature = keyof typeof SUPPORT;

/** Returns the engines with a capability, as in `new OlmV0Engine() or new PlainEngine()`. */
function enginesWith(feature: EngineFeature): string {
  const names = SUPPORT[feature].map(name => `new ${name}()`);
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)!}`;
}

/**
 * Returns the error for a capability that an engine lacks.
 *
 * @param problem what the program requests, and why the engine refuses it
 * @param remedy what else helps, such as the prop to omit
 */
export function unsupported(scope: IConstruct, feature: EngineFeature, problem: string, remedy = ''): ConstructError {
  return new ConstructError(scope, `${problem}; ${remedy === '' ? '' : `${remedy}, or `}set 'engine' to ${enginesWith(feature)}`);
}
