import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { InstallPermissions } from '../../report/install-permissions';
import { anyCopy } from '../model/any-copy';
import { ConstructError } from '../model/construct-error';
import { checkNamespace, checkObjectName, checkProps } from '../model/prop-checks';
import { createInstallRoles, joinedRules } from './install-roles';
import { boundSubjects, createAccounts, RbacSubject } from './rbac-subject';

/** Properties of `InstallerRoles`. */
export interface InstallerRolesProps {
  /** Rights to grant: of one bundle, or of several that are installed in the same namespace. At least one. */
  readonly permissions: InstallPermissions[];

  /** Subjects that receive the rights. At least one. */
  readonly subjects: RbacSubject[];

  /**
   * Namespace of the operator, which must exist before the roles.
   *
   * @default - the namespace of the permissions; required for those of OLM v0, which apply to any namespace
   */
  readonly namespace?: string;

  /**
   * Name of the Role. ClusterRoles, and Roles in other namespaces, have the name `<namespace>.<name>`.
   *
   * @default - the package of the first permissions with the suffix `-installer`
   */
  readonly name?: string;

  /**
   * Labels for every object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/**
 * Roles that allow a subject to install exactly the specified bundles: the account of an OperatorGroup, that of a ClusterExtension, or that of a
 * GitOps controller. Without them, that account is often a cluster administrator.
 *
 * Only an account that has all these rights itself can create them, such as a cluster administrator.
 */
export class InstallerRoles extends Construct {
  /** Namespace of the operator. */
  public readonly namespace: string;

  /** The objects: ServiceAccounts that are created, then roles and bindings. */
  public readonly objects: ApiObject[];

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown or missing, names are invalid, or the permissions are those of different namespaces
   */
  public constructor(scope: Construct, id: string, props: InstallerRolesProps) {
    super(anyCopy(scope), id);
    checkProps(this, 'InstallerRolesProps', props, new.target !== InstallerRoles);
    const { permissions, subjects, labels, annotations } = props;
    const [first] = permissions;
    if (first === undefined) {
      throw new ConstructError(this, 'permissions is empty; add InstallPermissions of the bundle to install');
    }
    if (subjects.length === 0) {
      throw new ConstructError(this, 'subjects is empty; add those that install the bundle, such as RbacSubject.serviceAccount(\'name\', \'namespace\')');
    }
    const { name = `${first.packageName}-installer` } = props;
    checkObjectName(this, 'name', name);
    this.namespace = this.#chooseNamespace(props);
    const bound = boundSubjects(this, subjects, this.namespace);
    const accounts = createAccounts(this, subjects, this.namespace, { labels, annotations });
    this.objects = [...accounts, ...createInstallRoles(this, name, this.namespace, joinedRules(permissions), bound, { labels, annotations })];
  }

  #chooseNamespace({ permissions, namespace }: InstallerRolesProps): string {
    const known = [...new Set([...permissions.flatMap(each => each.namespace ?? []), ...(namespace === undefined ? [] : [namespace])])];
    const [chosen] = known;
    if (chosen === undefined) {
      throw new ConstructError(this, 'namespace is required: the permissions of OLM v0 apply to any; set \'namespace\' to that of the operator');
    }
    if (known.length > 1) {
      throw new ConstructError(this, `permissions and namespace are for different namespaces, ${known.map(each => `'${each}'`).join(' and ')}; `
        + 'use separate InstallerRoles for each namespace');
    }
    checkNamespace(this, 'namespace', chosen);
    return chosen;
  }
}
