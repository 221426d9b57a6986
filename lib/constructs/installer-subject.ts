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
