import type { BundlesPlan } from './bundles-plan';
import { CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { grouped } from '../grouped';
import { isImageReference } from '../image-reference';
import { isPackageName } from '../rules/package-rules';
import type { Bundle } from '../../bundle';

/** What is wrong with a set of bundles as a whole. */
export function setProblems(bundles: readonly Bundle[], packages: readonly string[]): CatalogProblem[] {
  if (bundles.length === 0) {
    return [{ code: CatalogErrorCode.NO_BUNDLES, message: 'a catalog needs at least one bundle, got none' }];
  }
  return packages.filter((name) => !isPackageName(name)).map((name) => ({
    code: CatalogErrorCode.PACKAGE_NAME,
    message: `package name "${name}" must be at most 63 lower-case letters, digits and dashes, and neither start nor end with a dash; `
      + 'change operators.operatorframework.io.bundle.package.v1 in metadata/annotations.yaml',
    package: name,
  }));
}

/** Settings for packages and bundles that are not there, and images that are none. */
export function settingProblems(bundles: readonly Bundle[], { defaultChannels, images }: BundlesPlan): CatalogProblem[] {
  if (bundles.length === 0) {
    return [];
  }
  const packages = [...new Set(bundles.map((bundle) => bundle.package))];
  const names = new Set(bundles.map(({ name }) => name));
  return [
    ...[...defaultChannels.keys()].filter((name) => !packages.includes(name)).map((name) => ({
      code: CatalogErrorCode.PACKAGE_NAME,
      message: `'defaultChannels' names the package "${name}", but the bundles are of ${quoted(packages)}; correct the name, or remove it`,
    })),
    ...[...images.keys()].filter((name) => !names.has(name)).map((name) => ({
      code: CatalogErrorCode.BUNDLE_NAME,
      message: `'images' names the bundle "${name}", but the bundles are ${quoted([...names])}; correct the name, or remove it`,
    })),
    ...[...images].filter(([, image]) => !isImageReference(image)).map(([name, image]) => ({
      code: CatalogErrorCode.IMAGE,
      message: `'images' gives bundle "${name}" the image "${image}", which is no reference of one; write it as registry/repository@sha256:… or `
        + 'registry/repository:tag',
    })),
  ];
}

/** Bundles of one package that opm could not tell apart. */
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
  return [...grouped(bundles, keyOf)].filter(([, group]) => group.length > 1);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
