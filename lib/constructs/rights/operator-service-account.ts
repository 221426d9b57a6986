import { checkArguments } from '../../formats/options/check-arguments';
import { checkOptions } from '../../formats/options/check-options';

/** Settings of a ServiceAccount that is created for an operator. */
export interface CreatedServiceAccountOptions {
  /**
   * Name of the ServiceAccount.
   *
   * @default - the name of the Subscription with the suffix `-installer`
   */
  readonly name?: string;

  /**
   * Whether the account may have cluster-wide rights although the OperatorGroup has target namespaces. An operator that needs such rights
   * is an error otherwise.
   *
   * @default false
   */
  readonly clusterPermissions?: boolean;
}

/**
 * ServiceAccount with which OLM installs an operator, instead of its own rights, which include everything.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
 */
export class OperatorServiceAccount {
  /**
   * Creates the ServiceAccount, with roles that have exactly the rights that OLM needs to install the bundle: see `InstallPermissions`. The
   * manifests of the bundle must be known. Operators that OLM installs as dependencies need their own rights.
   *
   * @param options settings of the ServiceAccount
   * @throws Error if an option is unknown
   */
  public static create(options: CreatedServiceAccountOptions = {}): OperatorServiceAccount {
    checkOptions('options of OperatorServiceAccount.create', 'CreatedServiceAccountOptions', options);
    return new OperatorServiceAccount(options.name, true, options.clusterPermissions ?? false);
  }

  /**
   * Refers to a ServiceAccount that is in the cluster, or that something else creates. OLM installs nothing before it has the rights.
   *
   * @param name name of the ServiceAccount, in the namespace of the Subscription
   */
  public static named(name: string): OperatorServiceAccount {
    checkArguments('OperatorServiceAccount.named', { name });
    return new OperatorServiceAccount(name, false, false);
  }

  /** Name of the ServiceAccount, or undefined if it is derived from the name of the Subscription. */
  public readonly name?: string;

  /** Whether the ServiceAccount is created. */
  public readonly isCreated: boolean;

  /** Whether the account may have cluster-wide rights although the OperatorGroup has target namespaces. */
  public readonly clusterPermissions: boolean;

  private constructor(name: string | undefined, isCreated: boolean, clusterPermissions: boolean) {
    if (name !== undefined) {
      this.name = name;
    }
    this.isCreated = isCreated;
    this.clusterPermissions = clusterPermissions;
  }
}
