import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { InstallPermissions } from '../../report/install-permissions';
import type { RoleSubject } from '../../report/install-role-manifests';
import { ConstructError } from '../model/construct-error';
import { manifestObject } from '../model/manifest-object';
import { checkNamespace, checkObjectName, checkProps } from '../model/prop-checks';
import { createInstallRoles, joinedRules } from './install-roles';

/** A subject that receives the rights of an installer. */
export class InstallerSubject {
  /**
   * Refers to a ServiceAccount that is in the cluster, or that something else creates, such as that of a Kustomization of Flux, of a
   * destination of Argo CD, or of a ClusterExtension.
   *
   * @param name name of the ServiceAccount
   * @param namespace its namespace
   */
  public static serviceAccount(name: string, namespace: string): InstallerSubject {
    return new InstallerSubject('ServiceAccount', name, namespace, false);
  }

  /**
   * Creates a ServiceAccount.
   *
   * @param name name of the ServiceAccount
   * @param namespace its namespace; by default that of the operator
   */
  public static newServiceAccount(name: string, namespace?: string): InstallerSubject {
    return new InstallerSubject('ServiceAccount', name, namespace, true);
  }

  /**
   * Refers to a user.
   *
   * @param name name of the user, as the API server authenticates it
   */
  public static user(name: string): InstallerSubject {
    return new InstallerSubject('User', name, undefined, false);
  }

  /**
   * Refers to a group of users.
   *
   * @param name name of the group, as the API server authenticates it
   */
  public static group(name: string): InstallerSubject {
    return new InstallerSubject('Group', name, undefined, false);
  }

  /** Kind of the subject: `ServiceAccount`, `User` or `Group`. */
  public readonly kind: string;

  /** Name of the subject. */
  public readonly name: string;

  /** Namespace of a ServiceAccount, or undefined for that of the operator and for subjects of other kinds. */
  public readonly namespace?: string;

  /** Whether the subject is created. */
  public readonly isCreated: boolean;

  private constructor(kind: string, name: string, namespace: string | undefined, isCreated: boolean) {
    this.kind = kind;
    this.name = name;
    if (namespace !== undefined) {
      this.namespace = namespace;
    }
    this.isCreated = isCreated;
  }
}

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Properties of `InstallerRoles`. */
export interface InstallerRolesProps {
  /** Rights to grant: of one bundle, or of several that are installed in the same namespace. At least one. */
  readonly permissions: InstallPermissions[];

  /** Subjects that receive the rights. At least one. */
  readonly subjects: InstallerSubject[];

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
    super(scope, id);
    checkProps(this, 'InstallerRolesProps', props, new.target !== InstallerRoles);
    const { permissions, subjects, labels, annotations } = props;
    const [first] = permissions;
    if (first === undefined) {
      throw new ConstructError(this, 'permissions is empty; add InstallPermissions of the bundle to install');
    }
    if (subjects.length === 0) {
      throw new ConstructError(this, 'subjects is empty; add those that install the bundle, such as InstallerSubject.serviceAccount(\'name\', \'namespace\')');
    }
    const { name = `${first.packageName}-installer` } = props;
    checkObjectName(this, 'name', name);
    this.namespace = this.#chooseNamespace(props);
    const accounts = subjects.filter(({ isCreated }) => isCreated).map(subject => {
      const metadata = { name: subject.name, namespace: subject.namespace ?? this.namespace };
      return manifestObject(this, `ServiceAccount-${metadata.namespace}.${metadata.name}`, { apiVersion: 'v1', kind: 'ServiceAccount', metadata }, { labels, annotations });
    });
    const bound = subjects.map(subject => this.#boundSubject(subject));
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

  #boundSubject({ kind, name, namespace = this.namespace }: InstallerSubject): RoleSubject {
    if (kind !== 'ServiceAccount') {
      if (name === '') {
        throw new ConstructError(this, `subjects has a ${kind} without a name; set the name that the API server authenticates`);
      }
      return { kind, name, apiGroup: RBAC_GROUP };
    }
    checkObjectName(this, 'name of the ServiceAccount', name);
    checkNamespace(this, 'namespace of the ServiceAccount', namespace);
    return { kind, name, namespace };
  }
}
