import type * as pulumi from '@pulumi/pulumi';
import type { Construct } from 'constructs';
import { type ExistingOlmProps, ImportedOlm, OPENSHIFT_OLM } from '../../constructs/installation/existing-olm';
import { OlmInstallation as Installation, type OlmInstallationProps } from '../../constructs/installation/olm-installation';
import type { IOlmInstallation } from '../../constructs/installation/olm-of-cluster';
import { CatalogRef } from '../../constructs/model/catalog-ref';
import { OperatorGroupRef } from '../../constructs/model/operator-group-ref';
import { checkArguments } from '../../formats/options/check-arguments';
import { optionKeys } from '../../formats/options/check-options';
import type { OlmVersion } from '../../olm/v0/model/olm-version';
import { printableMessage } from '../../text/printable';
import { checkExistingObjectPolicy, type ExistingObjectPolicy } from '../program/ownership-policy';
import { ExistingOlm, type FoundOlm, OlmDetection } from '../resources/olm-detection';
import { OlmReady } from '../resources/olm-ready';
import { OperatorNamespace } from '../resources/operator-namespace';
import type { KnownWait, OlmWaitArgs } from '../resources/wait-args';
import type { WaiterResource } from '../resources/waiter-resource';
import { checkArgs } from '../resources/check-args';
import { ConstructComponent, type InputProps } from './construct-component';
import { olmOwnership } from './ownership';
import { olmDetectionArgs } from './waiter-args';
import { planDetection, type PlannedWaiter, planWaiters } from './waiter-plan';

/** Props that decide which objects are created, or that determine the names of resources. */
type PlainProps = 'release' | 'version' | 'namespace' | 'operatorNamespace' | 'catalogNamespace' | 'defaultCatalog' | 'servingCertificates';

/** Arguments of an `OlmInstallation`: the props of the construct, which may be outputs of other resources. */
export interface OlmInstallationArgs extends InputProps<Omit<OlmInstallationProps, 'crdScope' | 'upgradeFrom'>, PlainProps> {
  /**
   * How to wait until OLM is ready, and what `pulumi destroy` removes. False means no waiters, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<OlmWaitArgs> | false;

  /**
   * What to do with an OLM that is already in the cluster. FAIL and ADOPT require `wait`.
   *
   * @default - the cluster is not searched for one: the Kubernetes provider reports the objects that already exist
   */
  readonly existing?: ExistingOlm;

  /**
   * What to do if the Namespaces already exist.
   *
   * @default - 'fail'; 'adopt' with `existing: ExistingOlm.ADOPT`
   */
  readonly existingNamespaces?: ExistingObjectPolicy;
}

/** How to look for the OLM of OpenShift. */
export interface OpenShiftOlmArgs {
  /**
   * How to look for it in the cluster. `up` fails if it is missing or in other namespaces. False means no check.
   *
   * @default - looks in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<OlmWaitArgs> | false;
}

/** OLM that is already in the cluster. */
export interface ExistingOlmArgs extends ExistingOlmProps, OpenShiftOlmArgs {}

/**
 * The Operator Lifecycle Manager: CRDs, controllers, permissions, namespaces and default catalog of a release of OLM, or a reference to one that is
 * already in the cluster.
 *
 * Create it before the components that use it, whose resources are created after its CRDs and namespaces. A change of the release that would lose
 * stored objects is rejected at preview.
 */
export class OlmInstallation extends ConstructComponent<Construct & IOlmInstallation> {
  /**
   * Refers to an OLM that is already in the cluster. It creates nothing; the components of the program use its namespaces.
   *
   * @param name name of the component
   * @param args its namespaces
   * @param options options of the component
   * @throws Error if the cluster would have a second OLM, or a key is unknown
   */
  public static fromExisting(name: string, args: ExistingOlmArgs = {}, options: pulumi.ComponentResourceOptions = {}): OlmInstallation {
    checkArguments('pulumi.OlmInstallation.fromExisting', { name, options });
    checkArgs(`args of OlmInstallation.fromExisting '${name}'`, 'ExistingOlmArgs', args);
    return new OlmInstallation(name, { ...args, existing: ExistingOlm.USE }, options);
  }

  /**
   * Refers to the OLM that is part of OpenShift, in `openshift-operator-lifecycle-manager`, with the catalogs of `openshift-marketplace` and
   * operators for all namespaces in `openshift-operators`.
   *
   * @param name name of the component
   * @param args how to look for it in the cluster
   * @param options options of the component
   * @throws Error if the cluster would have a second OLM, or a key is unknown
   */
  public static fromOpenShift(
    name: string, args: OpenShiftOlmArgs = {}, options: pulumi.ComponentResourceOptions = {},
  ): OlmInstallation {
    checkArguments('pulumi.OlmInstallation.fromOpenShift', { name, options });
    checkArgs(`args of OlmInstallation.fromOpenShift '${name}'`, 'OpenShiftOlmArgs', args);
    return new OlmInstallation(name, { ...args, ...OPENSHIFT_OLM, existing: ExistingOlm.USE }, options);
  }

  /** Installed release, or undefined if the library does not know the release, or for an OLM that is only referred to: see `found`. */
  public readonly version: OlmVersion | undefined;

  /** Namespace of OLM's own pods. */
  public readonly namespace: string;

  /** Namespace for operators that watch all namespaces. */
  public readonly operatorNamespace: string;

  /** Namespace whose catalogs every namespace sees. */
  public readonly catalogNamespace: string;

  /** OperatorGroup of `operatorNamespace`, which selects all namespaces: the `operatorGroup` of each operator in that namespace. */
  public readonly globalOperators: OperatorGroupRef;

  /** CustomResourceDefinitions of OLM, ordered by name, or an empty list for an OLM that is only referred to. */
  public readonly crds: pulumi.CustomResource[];

  /** Namespaces that the component creates, OLM's own first, or an empty list for an OLM that is only referred to. */
  public readonly namespaces: pulumi.CustomResource[];

  /** ClusterServiceVersion of packageserver, or undefined for an OLM that is only referred to. */
  public readonly packageserver: pulumi.CustomResource | undefined;

  /** CatalogSource of the default catalog, if any. */
  public readonly defaultCatalog: pulumi.CustomResource | undefined;

  /** Default catalog for Subscriptions, if any. */
  public readonly defaultCatalogRef: CatalogRef | undefined;

  /** Resources that remove the Namespaces once nothing else uses them, or an empty list without waiters or if the Namespaces are shared. */
  public readonly ownedNamespaces: readonly OperatorNamespace[];

  /** Resource that waits until OLM runs, and removes it in order, or undefined without waiters or for an OLM that is only referred to. */
  public readonly ready: OlmReady | undefined;

  /** OLM that was in the cluster before this component, with its namespaces and its release, or undefined without `existing` or waiters. */
  public readonly found: pulumi.Output<FoundOlm> | undefined;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args which OLM, and where
   * @param options options of the component, which also apply to its resources
   * @throws Error if the cluster would have a second OLM, an argument is invalid or not supported by the release, arguments contradict each other, or
   * a key is unknown
   */
  public constructor(name: string, args: OlmInstallationArgs = {}, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of OlmInstallation '${name}'`, 'OlmInstallationArgs', args, new.target !== OlmInstallation);
    const { existing } = args;
    checkExisting(`OlmInstallation '${name}'`, args);
    super({
      kind: 'OlmInstallation', props: 'OlmInstallationProps', args: 'OlmInstallationArgs',
      create: (scope, id, props) => (existing === ExistingOlm.USE ? new ImportedOlm(scope, id, props) : new Installation(scope, id, props)),
    }, name, args, options);
    const olm = this._construct;
    const wait = this._waitSettings(args.wait);
    const detection = wait === undefined || existing === undefined ? [] : [planDetection(olm, () => olmDetectionArgs(olm, existing, wait))];
    const waiters = Installation.isOlmInstallation(olm) ? this.#install(olm, args, wait, detection) : this._createResources({ plan: detection });
    this.ownedNamespaces = waiters.filter((waiter) => waiter instanceof OperatorNamespace);
    this.ready = waiters.find((waiter) => waiter instanceof OlmReady);
    this.found = waiters.find((waiter) => waiter instanceof OlmDetection)?.found;
    this.version = Installation.isOlmInstallation(olm) ? olm.version : undefined;
    this.namespace = olm.namespace;
    this.operatorNamespace = olm.operatorNamespace;
    this.catalogNamespace = olm.catalogNamespace;
    this.globalOperators = OperatorGroupRef._withTargets(olm.globalOperators.name, []);
    const installed = Installation.isOlmInstallation(olm) ? olm : undefined;
    this.crds = (installed?.crds ?? []).map((crd) => this._resourceOf(crd));
    this.namespaces = (installed?.namespaces ?? []).map((namespace) => this._resourceOf(namespace));
    this.packageserver = installed && this._resourceOf(installed.packageserver);
    this.defaultCatalog = installed?.defaultCatalog && this._resourceOf(installed.defaultCatalog);
    this.defaultCatalogRef = Installation.isOlmInstallation(olm) ? olm.defaultCatalogRef : undefined;
    this.registerOutputs({
      namespace: this.namespace, operatorNamespace: this.operatorNamespace, catalogNamespace: this.catalogNamespace,
    });
  }

  #install(olm: Installation, args: OlmInstallationArgs, wait: OlmWaitArgs | undefined, detection: readonly PlannedWaiter[]): WaiterResource[] {
    // Without waiters, no existing OLM is looked for or adopted.
    const adopts = args.existing === ExistingOlm.ADOPT && wait !== undefined;
    const namespaces = checkExistingObjectPolicy(args.existingNamespaces ?? (adopts ? 'adopt' : 'fail'), `[${olm.node.path}] existingNamespaces`);
    const ownership = olmOwnership(olm, namespaces, wait !== undefined, adopts ? 'adopt' : 'fail');
    const plan = wait === undefined ? [] : planWaiters({ olms: [{ olm, wait, ownership }] }, (value) => this._output(value));
    return this._createResources({ plan: [...detection, ...plan], ownership });
  }
}

function checkExisting(what: string, args: OlmInstallationArgs): void {
  const { existing, wait } = args;
  if (existing === undefined) {
    return;
  }
  if (!Object.values(ExistingOlm).includes(existing)) {
    throw new Error(printableMessage(`existing of ${what} must be ExistingOlm.FAIL, ExistingOlm.ADOPT or ExistingOlm.USE, got ${JSON.stringify(existing)}`));
  }
  if (existing !== ExistingOlm.USE) {
    if (wait === false) {
      throw new Error(printableMessage(`existing of ${what} needs a waiter, which looks for OLM in the cluster; remove \`wait: false\` or \`existing\``));
    }
    return;
  }
  const set = Object.entries(args).filter(([, value]) => value !== undefined).map(([key]) => key);
  const settings = set.filter((key) => key !== 'existing' && !optionKeys('ExistingOlmArgs').includes(key)).sort().map((key) => `'${key}'`);
  if (settings.length > 0) {
    throw new Error(printableMessage(`${what} has \`existing: ExistingOlm.USE\`, with which it installs nothing, and ${settings.join(', ')}; omit one of the two`));
  }
}
