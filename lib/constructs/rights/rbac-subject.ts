import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { checkArguments } from '../../formats/options/check-arguments';
import { RBAC_GROUP } from '../../formats/schema/api-groups';
import type { RoleSubject } from '../../report/install-role-manifests';
import { ConstructError } from '../model/construct-error';
import { CommonMetadata, manifestObject } from '../model/manifest-object';
import { checkNamespace, checkObjectName } from '../model/prop-checks';

/** Subject that receives rights: a user, a group or a ServiceAccount. */
export class RbacSubject {
  /**
   * Refers to a ServiceAccount that is in the cluster, or that something else creates, such as that of a Kustomization of Flux, of a
   * destination of Argo CD, or of a ClusterExtension.
   *
   * @param name name of the ServiceAccount
   * @param namespace its namespace
   */
  public static serviceAccount(name: string, namespace: string): RbacSubject {
    checkArguments('RbacSubject.serviceAccount', { name, namespace });
    return new RbacSubject('ServiceAccount', name, namespace, false);
  }

  /**
   * Creates a ServiceAccount.
   *
   * @param name name of the ServiceAccount
   * @param namespace its namespace; by default the namespace of the rights
   */
  public static newServiceAccount(name: string, namespace?: string): RbacSubject {
    checkArguments('RbacSubject.newServiceAccount', { name, namespace });
    return new RbacSubject('ServiceAccount', name, namespace, true);
  }

  /**
   * Refers to a user.
   *
   * @param name name of the user, as the API server authenticates it
   */
  public static user(name: string): RbacSubject {
    checkArguments('RbacSubject.user', { name });
    return new RbacSubject('User', name, undefined, false);
  }

  /**
   * Refers to a group of users.
   *
   * @param name name of the group, as the API server authenticates it
   */
  public static group(name: string): RbacSubject {
    checkArguments('RbacSubject.group', { name });
    return new RbacSubject('Group', name, undefined, false);
  }

  /** Kind of the subject: `ServiceAccount`, `User` or `Group`. */
  public readonly kind: string;

  /** Name of the subject. */
  public readonly name: string;

  /** Namespace of a ServiceAccount, or undefined for that of the rights and for subjects of other kinds. */
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

/**
 * Returns the subjects as in a binding.
 *
 * @param namespace namespace of ServiceAccounts that have none
 * @throws ConstructError when a name or namespace is invalid
 */
export function boundSubjects(construct: Construct, subjects: readonly RbacSubject[], namespace: string): RoleSubject[] {
  return subjects.map((subject): RoleSubject => {
    const { kind, name } = subject;
    if (kind !== 'ServiceAccount') {
      if (name === '') {
        throw new ConstructError(construct, `subjects has a ${kind} without a name; set the name that the API server authenticates`);
      }
      return { kind, name, apiGroup: RBAC_GROUP };
    }
    checkObjectName(construct, 'name of the ServiceAccount', name);
    checkNamespace(construct, 'namespace of the ServiceAccount', subject.namespace ?? namespace);
    return { kind, name, namespace: subject.namespace ?? namespace };
  });
}

/** Creates the ServiceAccounts among subjects that do not exist. */
export function createAccounts(scope: Construct, subjects: readonly RbacSubject[], namespace: string, common: CommonMetadata): ApiObject[] {
  return subjects.filter(({ isCreated }) => isCreated).map(subject => {
    const metadata = { name: subject.name, namespace: subject.namespace ?? namespace };
    return manifestObject(scope, `ServiceAccount-${metadata.namespace}.${metadata.name}`, { apiVersion: 'v1', kind: 'ServiceAccount', metadata }, common);
  });
}
