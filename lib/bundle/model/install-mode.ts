/**
 * Which namespaces an operator can be told to watch.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
 */
export enum InstallModeType {
  /** The namespace the operator runs in. */
  OWN_NAMESPACE = 'OwnNamespace',

  /** One other namespace. */
  SINGLE_NAMESPACE = 'SingleNamespace',

  /** Several namespaces. */
  MULTI_NAMESPACE = 'MultiNamespace',

  /** Every namespace of the cluster. */
  ALL_NAMESPACES = 'AllNamespaces',
}

/** The namespaces an operator shall watch, made by one of the static methods. */
export class InstallMode {
  /** Watch only the namespace that the operator is installed in. */
  public static ownNamespace(): InstallMode {
    return new InstallMode(InstallModeType.OWN_NAMESPACE, []);
  }

  /**
   * Watch one namespace, which is not the one that the operator is installed in.
   *
   * @param namespace the namespace to watch
   * @throws Error when the name is empty
   */
  public static singleNamespace(namespace: string): InstallMode {
    return new InstallMode(InstallModeType.SINGLE_NAMESPACE, checked([namespace]));
  }

  /**
   * Watch several namespaces.
   *
   * @param namespaces the namespaces to watch, at least one, none twice
   * @throws Error when there is none, when one is empty or given twice
   */
  public static multiNamespace(namespaces: string[]): InstallMode {
    return new InstallMode(InstallModeType.MULTI_NAMESPACE, checked(namespaces));
  }

  /** Watch every namespace of the cluster. */
  public static allNamespaces(): InstallMode {
    return new InstallMode(InstallModeType.ALL_NAMESPACES, []);
  }

  /** The type that a bundle's ClusterServiceVersion must support. */
  public readonly type: InstallModeType;

  /**
   * The namespaces to watch; empty for all of them, and for the own one, whose name is only known where the operator is installed.
   */
  public readonly targetNamespaces: string[];

  private constructor(type: InstallModeType, targetNamespaces: string[]) {
    this.type = type;
    this.targetNamespaces = targetNamespaces;
  }
}

function checked(namespaces: readonly string[]): string[] {
  if (namespaces.length === 0) {
    throw new Error('no target namespace given; name at least one, or use InstallMode.allNamespaces()');
  }
  namespaces.forEach((namespace, index) => {
    if (namespace === '') {
      throw new Error('a target namespace is empty; OLM would take it for all namespaces, which InstallMode.allNamespaces() says');
    }
    if (namespaces.indexOf(namespace) !== index) {
      throw new Error(`target namespace ${namespace} is given twice; name it once`);
    }
  });
  return [...namespaces];
}
