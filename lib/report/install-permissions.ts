import { Bundle } from '../bundle/bundle';
import { deepFreeze } from '../formats/json/json-value';
import { checkArguments } from '../formats/options/check-arguments';
import { groupBy } from '../text/group-by';
import { DEFAULT_WIDTHS, foldedLines, tableLines } from '../text/text-table';
import { grantsOf, InstallRule, InstallRules, NamespaceInstallRules } from './install-rule';
import { buildInstallRules } from './olm-install-rules';
import { IPlainRendering, olmV1InstallRules, OlmV1PermissionsOptions, plainInstallRules, PlainPermissionsOptions } from './plain-install-rules';
import { rightsRow } from './rights/rbac-text';
import { sectionsText, type TextSection } from './report-text';

/** Engines for which the rights of an installer are known. */
export enum InstallEngine {
  /** OLM v0, which installs on behalf of the ServiceAccount of an OperatorGroup. */
  OLM_V0 = 'OlmV0',

  /** OLM v1 up to 1.10, which installs on behalf of the ServiceAccount of a ClusterExtension. Later releases use their own rights. */
  OLM_V1 = 'OlmV1',

  /** No OLM: a GitOps controller, `kubectl` or Pulumi applies the objects. */
  PLAIN = 'Plain',
}

/**
 * Minimal rights that an installer needs to install a bundle: those to create the objects of the bundle, and those that the bundle grants to its
 * operator, since an account can only grant rights that it has. The installer depends on the engine.
 */
export class InstallPermissions {
  /**
   * Returns the rights of a ServiceAccount on whose behalf OLM v0 installs a bundle.
   *
   * The account needs no rights for CustomResourceDefinitions, because OLM creates them with its own rights. Operators that OLM installs as
   * dependencies require additional rights.
   *
   * @param bundle the bundle
   * @see https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
   */
  public static of(bundle: Bundle): InstallPermissions {
    checkArguments('InstallPermissions.of', { bundle });
    return new InstallPermissions(InstallEngine.OLM_V0, bundle, buildInstallRules(bundle));
  }

  /**
   * Returns the rights of the account with which a GitOps controller, `kubectl` or Pulumi installs an operator without OLM: to apply, read and delete
   * its objects. Creation and watching cannot be limited to the names of objects; all other rights are.
   *
   * @param rendering the objects, as a `PlainManifests`
   * @param options what the installer does
   * @throws Error if an option is unknown
   */
  public static ofPlain(rendering: IPlainRendering, options: PlainPermissionsOptions = {}): InstallPermissions {
    checkArguments('InstallPermissions.ofPlain', { rendering });
    return new InstallPermissions(InstallEngine.PLAIN, rendering.bundle, plainInstallRules(rendering, options), rendering.installNamespace);
  }

  /**
   * Returns the rights of the ServiceAccount on whose behalf OLM v1 up to 1.10 installs a bundle. These are the rights that it checks before it
   * installs anything (feature gate PreflightPermissions). OLM v1 watches objects in all namespaces. From 1.11 on it ignores the account.
   *
   * @param rendering the objects of OLM v1, as a `PlainManifests` that was rendered with `compatible: true`
   * @param options the ClusterExtension
   * @throws Error if an option is unknown, or the name of the ClusterExtension is missing
   * @see https://operator-framework.github.io/operator-controller/howto/derive-service-account/
   */
  public static ofOlmV1(rendering: IPlainRendering, options: OlmV1PermissionsOptions): InstallPermissions {
    checkArguments('InstallPermissions.ofOlmV1', { rendering });
    return new InstallPermissions(InstallEngine.OLM_V1, rendering.bundle, olmV1InstallRules(rendering, options), rendering.installNamespace);
  }

  /**
   * Compares the rights for two bundles with OLM v0, to determine what to add before an upgrade and what to remove after it.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that replaces it
   */
  public static compare(previous: Bundle, next: Bundle): InstallPermissionsComparison {
    checkArguments('InstallPermissions.compare', { previous, next });
    return InstallPermissions.of(next).comparedTo(InstallPermissions.of(previous));
  }

  /** Name of the bundle. */
  public readonly bundle: string;

  /** Package of the bundle. */
  public readonly packageName: string;

  /** Engine that installs the bundle. */
  public readonly engine: InstallEngine;

  /** Namespace of the operator, or undefined if the rights apply to any namespace, as with OLM v0. */
  public readonly namespace?: string;

  /** Rules in the namespace of the operator. */
  public readonly rules: InstallRule[];

  /** Rules in the whole cluster, or an empty list if the installer needs none. */
  public readonly clusterRules: InstallRule[];

  /** Rules in the namespace `kube-system`, which are only needed with OLM v0, for operators with webhooks or API services. */
  public readonly kubeSystemRules: InstallRule[];

  /** Rules in other namespaces that the operator watches, sorted by namespace. Always an empty list for OLM v0, which uses its own rights there. */
  public readonly namespaceRules: NamespaceInstallRules[];

  private constructor(engine: InstallEngine, bundle: Bundle, rules: InstallRules, namespace?: string) {
    this.engine = engine;
    this.bundle = bundle.name;
    this.packageName = bundle.packageName;
    if (namespace !== undefined) {
      this.namespace = namespace;
    }
    this.rules = deepFreeze(rules.rules);
    this.clusterRules = deepFreeze(rules.clusterRules);
    this.kubeSystemRules = deepFreeze(rules.kubeSystemRules);
    this.namespaceRules = deepFreeze(rules.namespaceRules);
  }

  /**
   * Compares the rights with those for an earlier version of the operator, to determine what to add before an upgrade and what to remove after it.
   *
   * @param previous rights for the bundle that is installed
   */
  public comparedTo(previous: InstallPermissions): InstallPermissionsComparison {
    checkArguments('InstallPermissions#comparedTo', { previous });
    return InstallPermissionsComparison._of(previous.bundle, previous, this.bundle, this);
  }

  /** Returns the rights as text: a table for each namespace and for the cluster, with the purpose of each right. */
  public toText(): string {
    return this._toText(DEFAULT_WIDTHS.width);
  }

  /** @internal */
  public _toText(width: number): string {
    return installText(this, width);
  }
}

/** Differences between the rights that an installer needs for two bundles. */
export class InstallPermissionsComparison {
  /**
   * Compares two bundles that OLM v0 installs on behalf of a ServiceAccount. For other engines use `InstallPermissions.comparedTo`.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that replaces it
   */
  public static of(previous: Bundle, next: Bundle): InstallPermissionsComparison {
    checkArguments('InstallPermissionsComparison.of', { previous, next });
    return InstallPermissionsComparison._of(previous.name, buildInstallRules(previous), next.name, buildInstallRules(next));
  }

  /** @internal */
  public static _of(previous: string, before: InstallRules, next: string, after: InstallRules): InstallPermissionsComparison {
    return new InstallPermissionsComparison(previous, next, missingInstallRules(after, before), missingInstallRules(before, after));
  }

  /** Name of the bundle that is installed. */
  public readonly previous: string;

  /** Name of the bundle that replaces it. */
  public readonly next: string;

  /** Rights that only the next bundle needs. Grant them before the upgrade. */
  public readonly added: InstallRules;

  /** Rights that only the previous bundle needs. Remove them after the upgrade. */
  public readonly removed: InstallRules;

  private constructor(previous: string, next: string, added: InstallRules, removed: InstallRules) {
    this.previous = previous;
    this.next = next;
    this.added = deepFreeze(added);
    this.removed = deepFreeze(removed);
  }

  /** Returns the differences as text. */
  public toText(): string {
    return installComparisonText(this.previous, this.next, this.added, this.removed);
  }
}

/** Returns the required rights that are not granted, as the fewest rules. A right that a wildcard of the granted ones covers is not included. */
function missingInstallRules(required: InstallRules, granted: InstallRules): InstallRules {
  return {
    rules: missingRules(required.rules, granted.rules),
    clusterRules: missingRules(required.clusterRules, granted.clusterRules),
    kubeSystemRules: missingRules(required.kubeSystemRules, granted.kubeSystemRules),
    namespaceRules: required.namespaceRules
      .map(({ namespace, rules }) => ({
        namespace, rules: missingRules(rules, granted.namespaceRules.find((other) => other.namespace === namespace)?.rules ?? []),
      }))
      .filter(({ rules }) => rules.length > 0),
  };
}

/** Compares rights purpose by purpose, so that each missing rule states its purpose. */
function missingRules(required: readonly InstallRule[], granted: readonly InstallRule[]): InstallRule[] {
  const grants = grantsOf(granted);
  return [...groupBy(required, ({ purpose }) => purpose)].flatMap(([purpose, ofPurpose]) => {
    const missing = grantsOf(ofPurpose).without(grants);
    return missing.map(({ scope: _scope, holder: _holder, through: _through, ...rights }) => ({ purpose, ...rights }));
  });
}

/** Installer of a bundle, by engine. */
const INSTALLERS: { readonly [engine in InstallEngine]: (bundle: string) => string } = {
  OlmV0: (bundle) => `Rights of a ServiceAccount with which OLM can install ${bundle}`,
  OlmV1: (bundle) => `Rights of a ServiceAccount with which OLM v1 can install ${bundle}, up to release 1.10; later ones ignore it`,
  Plain: (bundle) => `Rights of an account that installs ${bundle} without OLM`,
};

/** Returns the rules that an installer needs for a bundle as text. */
function installText(permissions: InstallPermissions, width: number): string {
  const { engine, bundle } = permissions;
  return sectionsText(tableLines([[INSTALLERS[engine](bundle)]], 0, width), placesOf('', permissions, width));
}

/** Returns the rights that an upgrade adds and removes as text. */
function installComparisonText(previous: string, next: string, added: InstallRules, removed: InstallRules): string {
  const { width } = DEFAULT_WIDTHS;
  return sectionsText([`${previous} -> ${next}`], [...placesOf('ADDED ', added, width), ...placesOf('REMOVED ', removed, width)]);
}

/** Returns the sections of rules, one for each scope. */
function placesOf(prefix: string, { rules, clusterRules, kubeSystemRules, namespaceRules }: InstallRules, width: number): TextSection[] {
  return [
    [`${prefix}IN THE NAMESPACE OF THE OPERATOR`, ruleLines(rules, width)],
    [`${prefix}IN THE CLUSTER`, ruleLines(clusterRules, width)],
    [`${prefix}IN kube-system`, ruleLines(kubeSystemRules, width)],
    ...namespaceRules.map(({ namespace, rules: ofNamespace }): TextSection => [`${prefix}IN THE NAMESPACE ${namespace}`, ruleLines(ofNamespace, width)]),
  ];
}

/** Returns the lines of rules, grouped by purpose. */
function ruleLines(rules: readonly InstallRule[], width: number): string[] {
  return [...groupBy(rules, ({ purpose }) => purpose)].flatMap(([purpose, ofPurpose]) => [
    ...tableLines([[`to ${purpose}`]], 2, width),
    ...foldedLines(ofPurpose.map(rightsRow), 4, width),
  ]);
}
