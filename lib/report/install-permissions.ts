import { InstallPermissionsComparison } from './install-permissions-comparison';
import { InstallRule, InstallRules } from './install-rule';
import { buildInstallRules, installText } from './load';
import { Bundle } from '../bundle/bundle';
import { deepFreeze } from '../json/json-value';

/**
 * Rights that a ServiceAccount must have so that OLM v0 can install a bundle in its name, and no others: those to create the objects of the bundle,
 * and those that the bundle grants to its operator, since an account can only grant rights that it has.
 *
 * OLM needs none for CustomResourceDefinitions: it creates them with its own rights. Operators that it installs as dependencies need their own.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
 */
export class InstallPermissions {
  /**
   * Returns the rights for a bundle.
   *
   * @param bundle the bundle
   */
  public static of(bundle: Bundle): InstallPermissions {
    return new InstallPermissions(bundle.name, buildInstallRules(bundle));
  }

  /**
   * Compares the rights for two bundles: what to add before an upgrade, and what to remove after it.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that replaces it
   */
  public static compare(previous: Bundle, next: Bundle): InstallPermissionsComparison {
    return InstallPermissionsComparison.of(previous, next);
  }

  /** Name of the bundle. */
  public readonly bundle: string;

  /** Rules in the namespace of the operator. */
  public readonly rules: InstallRule[];

  /** Rules in the whole cluster; empty if OLM needs none. */
  public readonly clusterRules: InstallRule[];

  /** Rules in the namespace `kube-system`: for operators with webhooks or API services only. */
  public readonly kubeSystemRules: InstallRule[];

  private constructor(bundle: string, { rules, clusterRules, kubeSystemRules }: InstallRules) {
    this.bundle = bundle;
    this.rules = deepFreeze(rules);
    this.clusterRules = deepFreeze(clusterRules);
    this.kubeSystemRules = deepFreeze(kubeSystemRules);
  }

  /** Returns the rights as text: a table for each place, with what each right is needed for. */
  public toText(): string {
    return installText(this.bundle, this);
  }
}
