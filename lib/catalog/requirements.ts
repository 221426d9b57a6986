import { Bundle } from '../bundle/bundle';
import { BundleApi } from '../bundle/model/bundle-content';
import { Catalog } from './catalog';
import { CatalogBundle, RequiredPackage } from './catalog-bundle';
import { groupBy, groupByEach } from '../text/group-by';
import { perObject } from '../text/per-object';
import { parseVersion } from '../formats/semver/version';
import { parseVersionRange, rangeContains } from '../formats/semver/version-range';

/** A requirement of a bundle that other operators have to meet. */
export interface Requirement {
  /** Description for messages, such as `package 'cache-operator' >=1.0.0`. */
  readonly description: string;

  /** Whether a bundle meets the requirement. */
  readonly isMetBy: (bundle: CatalogBundle) => boolean;

  /** Returns those of the bundles that may meet the requirement. */
  readonly among: (bundles: OfferedBundles) => readonly CatalogBundle[];
}

/** Bundles by what they offer. */
interface OfferedBundles {
  readonly byPackage: ReadonlyMap<string, readonly CatalogBundle[]>;
  readonly byApi: ReadonlyMap<string, readonly CatalogBundle[]>;
}

function offered(bundles: readonly CatalogBundle[]): OfferedBundles {
  return {
    byPackage: groupBy(bundles, ({ packageName }) => packageName),
    byApi: groupByEach(bundles, ({ providedApis }) => providedApis.map(keyOf)),
  };
}

/** Returns the packages and APIs that a bundle requires of other operators. */
export function requirementsOf(bundle: CatalogBundle): Requirement[] {
  return [
    ...bundle.requiredPackages.map((required): Requirement => ({
      description: `package '${required.name}' ${required.versionRange}`, isMetBy: hasPackage(required), among: ({ byPackage }) => byPackage.get(required.name) ?? [],
    })),
    ...bundle.requiredApis.map((api): Requirement => ({
      description: `the API ${api.group}/${api.version} ${api.kind}`,
      isMetBy: ({ providedApis }) => providedApis.some((provided) => keyOf(provided) === keyOf(api)),
      among: ({ byApi }) => byApi.get(keyOf(api)) ?? [],
    })),
  ];
}

/** What a catalog offers, and the packages that meet a requirement, by its description: cdk8s validates an app many times. */
const OFFERS = perObject((catalog: Catalog) => ({ bundles: offered(catalog.bundles), providers: new Map<string, string[]>() }));

/** Returns the names of the packages of a catalog that meet a requirement. */
export function providersIn(catalog: Catalog, { description, isMetBy, among }: Requirement): string[] {
  const { bundles, providers } = OFFERS(catalog);
  const names = providers.get(description) ?? [...new Set(among(bundles).filter(isMetBy).map(bundle => bundle.packageName))];
  providers.set(description, names);
  return names;
}

function hasPackage({ name, versionRange }: RequiredPackage): (bundle: CatalogBundle) => boolean {
  const range = parseVersionRange(versionRange);
  return bundle => {
    const version = bundle.packageName === name ? parseVersion(bundle.version) : undefined;
    return range !== undefined && version !== undefined && rangeContains(range, version);
  };
}

function keyOf({ group, version, kind }: BundleApi): string {
  return `${group}/${version}/${kind}`;
}

/** Returns what bundles require but none of them provides, as phrases such as `bundle 'a.v1' requires package 'b' >=1.0.0`. */
export function missingRequirements(bundles: readonly Bundle[]): string[] {
  const requiring = bundles.filter(mayRequire);
  if (requiring.length === 0) {
    return [];
  }
  const entries = new Map(bundles.map((bundle) => [bundle, entryOf(bundle)]));
  const all = offered([...entries.values()]);
  return requiring.flatMap((bundle) => requirementsOf(entries.get(bundle)!)
    .filter(({ isMetBy, among }) => !among(all).some(isMetBy))
    .map(({ description }) => `bundle '${bundle.name}' requires ${description}`));
}

function mayRequire({ requiredApis, dependencies, properties }: Bundle): boolean {
  return requiredApis.length > 0 || dependencies.length > 0 || properties.some(({ type }) => type.endsWith('.required'));
}

/** Returns a bundle in its catalog form, with the properties that OLM resolves. */
function entryOf(bundle: Bundle): CatalogBundle {
  return Catalog.fromBundles([bundle]).bundles[0]!;
}
