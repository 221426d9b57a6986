/**
 * Entry points of the package besides the main one: the module that `olm-constructs/<name>` refers to, without its extension. `cluster` and `pulumi`
 * are for TypeScript only; the others are submodules of the jsii assembly.
 */
export const ENTRIES: { readonly [name: string]: string } = {
  'bundle': 'lib/bundle/index',
  'catalog': 'lib/catalog/index',
  'cluster': 'lib/cluster/index',
  'gitops': 'lib/gitops/index',
  'olm': 'imports/operators.coreos.com',
  'olmv1': 'imports/olm.operatorframework.io',
  'pulumi': 'lib/pulumi/index',
  'pulumi/waiters': 'lib/pulumi/waiters/index',
  'report': 'lib/report/index',
  'resolve': 'lib/resolve/index',
  'rukpak': 'lib/constructs/rukpak/index',
  'validation': 'lib/validation/index',
};
