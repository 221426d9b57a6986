import { InstallMode } from '../../bundle/model/install-mode';

/** Returns the install mode for `own`, `all`, or one or more namespaces separated by commas. */
export function installModeOf(given: string | undefined): InstallMode | undefined {
  if (given === undefined) {
    return undefined;
  }
  const namespaces = given.split(',');
  return given === 'own' ? InstallMode.ownNamespace()
    : given === 'all' ? InstallMode.allNamespaces()
      : namespaces.length === 1 ? InstallMode.singleNamespace(given) : InstallMode.multiNamespace(namespaces);
}
