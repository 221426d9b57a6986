import type { Bundle } from '../../bundle/bundle';
import { BUNDLE_ANNOTATION } from '../../bundle/model/annotation-keys';
import { isImageReference } from '../../bundle/oci/image-reference';
import { groupBy } from '../../text/group-by';
import { suggestNames } from '../../text/suggest-names';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-error';
import { isPackageName } from '../validate/package-rules';
import type { RenderOptions } from './render-bundles';

/** Returns problems of a set of bundles as a whole. */
export function setProblems(bundles: readonly Bundle[], packages: readonly string[]): CatalogProblem[] {
  if (bundles.length === 0) {
    return [{ code: CatalogErrorCode.NO_BUNDLES, message: 'a catalog needs at least one bundle, got none' }];
  }
  return packages.filter((name) => !isPackageName(name)).map((name) => ({
    code: CatalogErrorCode.PACKAGE_NAME,
    message: `package name "${name}" must have at most 63 lowercase letters, digits and dashes, and neither start nor end with a dash; `
      + `change ${BUNDLE_ANNOTATION.PACKAGE} in metadata/annotations.yaml`,
    package: name,
  }));
}

/** Returns problems of the options: unknown packages and bundles, and invalid images. */
export function settingProblems(bundles: readonly Bundle[], { defaultChannels, images, deprecations }: RenderOptions): CatalogProblem[] {
  if (bundles.length === 0) {
    return [];
  }
  const packages = [...new Set(bundles.map((bundle) => bundle.packageName))];
  const names = new Set(bundles.map(({ name }) => name));
  return [
    ...[...defaultChannels.keys()].filter((name) => !packages.includes(name)).map((name) => ({
      code: CatalogErrorCode.PACKAGE_NAME,
      message: `'defaultChannels' names the package "${name}", but the bundles belong to ${quoted(packages)}; correct the name, or remove it`,
    })),
    ...[...deprecations.keys()].filter((name) => !packages.includes(name)).map((name) => ({
      code: CatalogErrorCode.PACKAGE_NAME,
      message: `'deprecations' names the package '${name}', which no bundle belongs to; available: ${suggestNames(name, packages)}`,
    })),
    ...[...images.keys()].filter((name) => !names.has(name)).map((name) => ({
      code: CatalogErrorCode.BUNDLE_NAME,
      message: `'images' names the bundle "${name}", but the bundles are ${quoted([...names])}; correct the name, or remove it`,
    })),
    ...[...images].filter(([, image]) => !isImageReference(image)).map(([name, image]) => ({
      code: CatalogErrorCode.IMAGE,
      message: `'images' has the invalid reference "${image}" for bundle "${name}"; write it as registry/repository@sha256:… or `
        + 'registry/repository:tag',
    })),
  ];
}

/** Returns bundles of a package that opm cannot distinguish. */
export function twinProblems(packageName: string, bundles: readonly Bundle[]): CatalogProblem[] {
  const sameName = twins(bundles, ({ name }) => name).map(([name, group]) => ({
    code: CatalogErrorCode.DUPLICATE_BUNDLE,
    message: `package "${packageName}" has ${group.length} bundles named "${name}", from ${group.map(({ source }) => source).join(' and ')}; `
      + 'remove one, or give its CSV another metadata.name',
    package: packageName,
    bundle: name,
  }));
  const sameVersion = twins(bundles, ({ version, csv: { release } }) => ((release ?? '') === '' ? version : `${version}-${release}`));
  return sameName.length > 0 ? sameName : sameVersion.map(([version, group]) => ({
    code: CatalogErrorCode.DUPLICATE_VERSION,
    message: `package "${packageName}" has ${group.length} bundles of version ${version}: ${quoted(group.map(({ name }) => name))}; `
      + 'remove one, or give its CSV another spec.version',
    package: packageName,
  }));
}

function twins(bundles: readonly Bundle[], keyOf: (bundle: Bundle) => string): [string, Bundle[]][] {
  return [...groupBy(bundles, keyOf)].filter(([, group]) => group.length > 1);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
