/** What does the same as a command in a program: functions of `olm-constructs/cluster`, and classes. Empty if there is nothing. */
export const IN_PROGRAMS: { readonly [command: string]: readonly string[] } = {
  'status': ['statusOf', 'watchStatus'],
  'explain': ['explain'],
  'packages': ['packagesOf', 'Catalog'],
  'list operators': ['statusOf'],
  'list operands': ['operandsOf'],
  'list catalogs': ['statusOf'],
  'apis': ['servedApisOf', 'ClusterApis'],
  'metrics': [],
  'install': ['applyManifests', 'OperatorSubscription', 'OlmInstallation'],
  'run': ['applyManifests', 'BundleDeployment'],
  'upgrade': ['applyManifests'],
  'wait': ['waitFor'],
  'remove': ['removeManifests', 'removeObjects'],
  'uninstall': ['uninstallOlm'],
  'synth': ['BundleDeployment', 'OlmInstallation'],
  'validate': ['BundleValidation'],
  'report': ['BundleReport'],
  'diff': ['BundleComparison'],
  'rights': ['InstallPermissions', 'BundleReport'],
  'images': ['AppImages', 'ImageList'],
  'catalog render': ['Catalog.fromBundles'],
  'catalog validate': ['Catalog.fromDirectory'],
  'catalog filter': ['Catalog.filter'],
  'catalog merge': ['Catalog.merge'],
  'catalog diff': ['CatalogDiff'],
  'catalog graph': ['UpgradeGraph'],
  'catalog template': ['CatalogTemplate'],
  'catalog append': ['Catalog.append', 'Catalog.appendToPath'],
  'catalog push': ['ImageLayout.push'],
  'bundle create': ['Bundle.fromManifests', 'Bundle.fromConfig'],
  'bundle init': [],
  'bundle push': ['ImageLayout.push'],
  'tree write': ['ManifestTree'],
  'tree diff': ['ManifestTreeDiff'],
  'lock': ['OperatorLock.resolve', 'driftOf'],
  'plan': ['OperatorUpgradePlan', 'planUpgrade'],
  'resolve': ['Resolution'],
  'migrate': ['MigrationPlan'],
  'import': [],
  'init': [],
  'completion': [],
  'version': [],
  'catalog add': ['applyManifests', 'ImageCatalog'],
};

/** Kinds of the JSON that a command prints, by the command, as the declarations of the results name them. */
export function kindsByCommand(declarations: string): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, readonly string[]>();
  for (const [, description, kind] of declarations.matchAll(/\/\*\* (.*) \*\/\n {2}readonly ([A-Z]\w+):/g)) {
    for (const [, command] of description!.matchAll(/`([a-z ]+?)(?: --[a-z-]+)?`/g)) {
      kinds.set(command!, [...new Set([...kinds.get(command!) ?? [], kind!])]);
    }
  }
  return kinds;
}
