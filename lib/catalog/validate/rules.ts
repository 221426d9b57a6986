import { defined } from '../../formats/json/defined';
import type { CatalogProblem } from '../declcfg/catalog-problem';
import { byPackage, type CatalogBlob, type PackageBlobs, packageOf } from '../declcfg/declcfg';
import type { PositionOf, ProblemLocator } from '../read/catalog-reader';
import {
  bundleNamesAreUnique, bundlesAreInChannels, bundlesNameTheirPackage, bundleVersionsAreUnique, imagesAreValid, propertiesAreValid,
  versionsAreValid,
} from './bundle-rules';
import { channelEntriesAreUnique, channelIsOneUpgradePath, channelNamesAreUnique, entriesAreBundles, skipsAreValid } from './channel-rules';
import {
  defaultChannelExists, deprecationsAreOneBlob, deprecationsAreValid, packageExistsOnce, packageHasChannels, packageNameIsLabel, type PackageRule,
  type RuleFinding,
} from './package-rules';

/**
 * All rules of `opm validate`. opm stops at the first problem while it assembles a catalog; these rules refuse the same catalogs, with all problems.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/v1.73.0/alpha/declcfg/declcfg_to_model.go
 * @see https://github.com/operator-framework/operator-registry/blob/v1.73.0/alpha/model/model.go
 */
export const RULES: readonly PackageRule[] = [
  packageExistsOnce,
  packageNameIsLabel,
  packageHasChannels,
  defaultChannelExists,
  channelNamesAreUnique,
  channelEntriesAreUnique,
  entriesAreBundles,
  skipsAreValid,
  channelIsOneUpgradePath,
  bundleNamesAreUnique,
  bundlesAreInChannels,
  propertiesAreValid,
  bundlesNameTheirPackage,
  versionsAreValid,
  bundleVersionsAreUnique,
  imagesAreValid,
  deprecationsAreOneBlob,
  deprecationsAreValid,
];

/**
 * Returns the problems for which opm would refuse the blobs of a catalog, package by package.
 *
 * @param positionOf returns the position of a blob
 * @param locator finds the positions of problems
 * @param excluded packages that are not checked
 */
export function ruleProblems(
  blobs: readonly CatalogBlob[], positionOf: PositionOf, locator: ProblemLocator, excluded: ReadonlySet<string> = new Set(),
): CatalogProblem[] {
  return [...byPackage(blobs).values()]
    .filter(({ name }) => !excluded.has(name))
    .flatMap((packageBlobs) => rulesFor(packageBlobs).flatMap((rule) => rule(packageBlobs)))
    .map((finding) => problemOf(finding, positionOf, locator));
}

/** Without its package blob, later checks would only repeat the error. */
function rulesFor({ packages }: PackageBlobs): readonly PackageRule[] {
  return packages.length === 0 ? [packageExistsOnce] : RULES;
}

function problemOf({ code, message, blob, path = [] }: RuleFinding, positionOf: PositionOf, locator: ProblemLocator): CatalogProblem {
  const packageName = packageOf(blob);
  return {
    code,
    message,
    ...defined({ packageName }),
    ...(blob.schema === 'olm.channel' ? { channel: blob.name } : {}),
    ...(blob.schema === 'olm.bundle' ? { bundle: blob.name } : {}),
    ...locator.find(positionOf(blob), path),
  };
}
