import { checkArguments } from '../../formats/options/check-arguments';
import { InstallModeType } from './cluster-service-version-spec';
import { printableMessage } from '../../text/printable';

/** Namespaces that an operator watches. Create one with a static method. */
export class InstallMode {
  /** Returns the install mode that watches only the namespace that the operator is installed in. */
  public static ownNamespace(): InstallMode {
    return new InstallMode(InstallModeType.OWN_NAMESPACE, []);
  }

  /**
   * Returns the install mode that watches one namespace other than the one that the operator is installed in.
   *
   * @param namespace namespace to watch
   * @throws Error if the name is empty
   */
  public static singleNamespace(namespace: string): InstallMode {
    checkArguments('InstallMode.singleNamespace', { namespace });
    return new InstallMode(InstallModeType.SINGLE_NAMESPACE, checked([namespace]));
  }

  /**
   * Returns the install mode that watches several namespaces.
   *
   * @param namespaces namespaces to watch: at least one, without duplicates
   * @throws Error if the list is empty, or contains an empty name or a duplicate
   */
  public static multiNamespace(namespaces: string[]): InstallMode {
    checkArguments('InstallMode.multiNamespace', { namespaces });
    return new InstallMode(InstallModeType.MULTI_NAMESPACE, checked(namespaces));
  }

  /** Returns the install mode that watches every namespace of the cluster. */
  public static allNamespaces(): InstallMode {
    return new InstallMode(InstallModeType.ALL_NAMESPACES, []);
  }

  /** Type that a bundle's ClusterServiceVersion must support. */
  public readonly type: InstallModeType;

  /** Namespaces to watch. An empty list for all namespaces, and for the operator's own namespace, whose name is known only after installation. */
  public readonly targetNamespaces: string[];

  private constructor(type: InstallModeType, targetNamespaces: string[]) {
    this.type = type;
    this.targetNamespaces = targetNamespaces;
  }
}

function checked(namespaces: readonly string[]): string[] {
  if (namespaces.length === 0) {
    throw new Error('no target namespace specified; specify at least one, or use InstallMode.allNamespaces()');
  }
  namespaces.forEach((namespace, index) => {
    if (namespace === '') {
      throw new Error('a target namespace is empty, which OLM would read as all namespaces; use InstallMode.allNamespaces() for that');
    }
    if (namespaces.indexOf(namespace) !== index) {
      throw new Error(printableMessage(`target namespace ${namespace} is listed twice; remove the duplicate`));
    }
  });
  return [...namespaces];
}
