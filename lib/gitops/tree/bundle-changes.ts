import { TreeOperatorChange } from './tree-diff-content';
import { Catalog } from '../../catalog/catalog';
import { CatalogBundle } from '../../catalog/catalog-bundle';
import { BundleComparison } from '../../report/bundle-comparison';
import { BundleCrdChange } from '../../report/build-comparison';
import { packedCatalogs } from '../../report/image-list';
import { BundleRbacGrant } from '../../report/rbac-rule';

/** Changes in the registries of a cluster: the versions that they offer, and CRDs and rights of the bundles. */
export interface BundleChanges {
  readonly operators: TreeOperatorChange[];
  readonly crds: BundleCrdChange[];
  readonly rightsGained: BundleRbacGrant[];
}

/** Compares the heads of the default channels of all packages that registries of the app serve. */
export function bundleChanges(before: readonly object[], after: readonly object[]): BundleChanges {
  const [old, now] = [headsOf(packedCatalogs(before)), headsOf(packedCatalogs(after))];
  const operators: TreeOperatorChange[] = [];
  const crds: BundleCrdChange[] = [];
  const rightsGained: BundleRbacGrant[] = [];
  for (const name of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [was, is] = [old.get(name), now.get(name)];
    if (was?.name === is?.name) {
      continue;
    }
    operators.push({ request: `package ${name} in a registry`, before: was?.name ?? '', after: is?.name ?? '' });
    if (was?.content !== undefined && is?.content !== undefined) {
      const { content } = BundleComparison.of(was.content, is.content);
      crds.push(...content.crdChanges);
      rightsGained.push(...content.rbacGained);
    }
  }
  return { operators, crds, rightsGained };
}

function headsOf(catalogs: readonly Catalog[]): Map<string, CatalogBundle> {
  return new Map(catalogs.flatMap((catalog) => (
    catalog.packageNames.map((name): [string, CatalogBundle] => [name, catalog.findPackage(name).defaultChannel.head])
  )));
}
