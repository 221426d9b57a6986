import type { CatalogProblem } from '../catalog-error';
import { packageOf } from '../document-order';
import type { PlaceOf, ProblemPlaces } from '../read/document-place';
import type { CatalogDocument } from '../wire';
import {
  bundleNamesDiffer, bundlesAreInChannels, bundlesNameTheirPackage, bundleVersionsDiffer, imagesAreSound, propertiesAreSound, versionsAreSound,
} from './bundle-rules';
import { channelEntriesDiffer, channelIsOnePath, channelNamesDiffer, entriesAreBundles, skipsAreSound } from './channel-rules';
import { deprecationsAreOneDocument, deprecationsAreSound } from './deprecation-rules';
import { byPackage } from './package-documents';
import type { PackageDocuments } from './package-documents';
import { defaultChannelIsThere, packageHasChannels, packageIsThereOnce, packageNameIsLabel } from './package-rules';
import type { PackageRule, RuleFinding } from './rule';

/**
 * All rules of `opm validate`. opm stops at the first thing it finds while it puts the catalog together, so that a catalog is refused there
 * and here for the same reasons, but here with all of them.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/v1.73.0/alpha/declcfg/declcfg_to_model.go
 * @see https://github.com/operator-framework/operator-registry/blob/v1.73.0/alpha/model/model.go
 */
export const RULES: readonly PackageRule[] = [
  packageIsThereOnce,
  packageNameIsLabel,
  packageHasChannels,
  defaultChannelIsThere,
  channelNamesDiffer,
  channelEntriesDiffer,
  entriesAreBundles,
  skipsAreSound,
  channelIsOnePath,
  bundleNamesDiffer,
  bundlesAreInChannels,
  propertiesAreSound,
  bundlesNameTheirPackage,
  versionsAreSound,
  bundleVersionsDiffer,
  imagesAreSound,
  deprecationsAreOneDocument,
  deprecationsAreSound,
];

/**
 * Everything that opm would refuse in the documents of a catalog, package by package.
 *
 * @param documents the documents
 * @param placeOf tells where they were read
 * @param places finds the places of problems
 * @param leftOut packages that are not looked at
 */
export function ruleProblems(
  documents: readonly CatalogDocument[], placeOf: PlaceOf, places: ProblemPlaces, leftOut: ReadonlySet<string> = new Set(),
): CatalogProblem[] {
  return [...byPackage(documents).values()]
    .filter(({ name }) => !leftOut.has(name))
    .flatMap((packageDocuments) => rulesFor(packageDocuments).flatMap((rule) => rule(packageDocuments)))
    .map((finding) => problemOf(finding, placeOf, places));
}

/** What is of a package that is not there can only repeat that. */
function rulesFor({ packages }: PackageDocuments): readonly PackageRule[] {
  return packages.length === 0 ? [packageIsThereOnce] : RULES;
}

function problemOf({ code, message, document, path = [] }: RuleFinding, placeOf: PlaceOf, places: ProblemPlaces): CatalogProblem {
  const packageName = packageOf(document);
  return {
    code,
    message,
    ...(packageName === undefined ? {} : { package: packageName }),
    ...(document.schema === 'olm.channel' ? { channel: document.name } : {}),
    ...(document.schema === 'olm.bundle' ? { bundle: document.name } : {}),
    ...places.find(placeOf(document), path),
  };
}
