import type { Bundle } from '../../bundle/bundle';
import { BUNDLE_ANNOTATION } from '../../bundle/model/bundle-content';
import type { OperatorIcon } from '../../bundle/model/cluster-service-version-spec';
import { isImageReference } from '../../bundle/oci/image-reference';
import { normalizedBase64 } from '../../formats/json/base64';
import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import { comparePreReleases, compareVersions, parseVersion } from '../../formats/semver/version';
import { groupBy } from '../../text/group-by';
import { suggestNames } from '../../text/suggest-names';
import { CatalogError } from '../declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import type { CatalogBlob, ChannelBlob, PackageBlob, PackageIcon } from '../declcfg/declcfg';
import { isPackageName } from '../validate/package-rules';
import { imageBlob, inlineBlob } from './bundle-blob';
import { bundleProblems } from './bundle-checks';
import { fittingChannels } from './channel-choice';
import { ChannelPlan } from './channel-plan';
import { deprecationProblems, deprecationsBlob, type PackageDeprecations } from './deprecations';

/** Options for rendering a catalog from bundles. */
export interface RenderOptions {
  readonly channels: ChannelPlan;
  /** Default channels, by package. */
  readonly defaultChannels: ReadonlyMap<string, string>;
  /** Images, by bundle. */
  readonly images: ReadonlyMap<string, string>;
  /** Deprecations, by package. */
  readonly deprecations: ReadonlyMap<string, PackageDeprecations>;
}

/** The blobs of a catalog, and the bundles that they were rendered from. */
export interface RenderedCatalog {
  readonly blobs: readonly CatalogBlob[];
  readonly contents: ReadonlyMap<CatalogBlob, Bundle>;
}

/**
 * Renders bundles as `opm render` does, with their packages and channels, in opm's order.
 *
 * @param bundles the bundles, in any order, which does not affect the result
 * @throws CatalogError if opm would refuse the catalog, with every problem and its remedy
 */
export function renderBundles(bundles: readonly Bundle[], plan: RenderOptions): RenderedCatalog {
  const { packages, problems } = planPackages(bundles, plan);
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
  const contents = new Map<CatalogBlob, Bundle>();
  const blobs = packages.flatMap((packagePlan) => packageBlobs(packagePlan, plan, contents));
  return { blobs, contents };
}

/** Returns the problems for which `renderBundles` refuses bundles with the channels that they declare, without rendering them. */
export function renderingProblems(bundles: readonly Bundle[]): CatalogProblem[] {
  const none = new Map<string, never>();
  return planPackages(bundles, { channels: ChannelPlan.byBundles(), defaultChannels: none, images: none, deprecations: none }).problems;
}

/** Plans the packages of bundles. They are only planned if the bundles and options have no problems. */
function planPackages(
  bundles: readonly Bundle[], plan: RenderOptions,
): { readonly packages: readonly PackagePlan[]; readonly problems: CatalogProblem[] } {
  const members = [...membersByPackage(bundles)].sort(([left], [right]) => compareUtf8(left, right));
  const problems = [
    ...setProblems(bundles, members.map(([name]) => name)),
    ...settingProblems(bundles, plan),
    ...bundles.flatMap((bundle) => bundleProblems(bundle)),
    ...members.flatMap(([name, ofPackage]) => twinProblems(name, ofPackage)),
  ];
  if (problems.length > 0) {
    return { packages: [], problems };
  }
  const packages = members.map(([name, ofPackage]) => planPackage(name, ofPackage, plan));
  return { packages, problems: packages.flatMap((packagePlan) => packagePlan.problems) };
}

/** A package before rendering. */
interface PackagePlan {
  readonly name: string;
  /** Oldest first. */
  readonly bundles: readonly Bundle[];
  readonly channels: readonly ChannelBlob[];
  readonly defaultChannel: string;
  readonly problems: readonly CatalogProblem[];
}

/** Groups bundles by package, oldest first. */
function membersByPackage(bundles: readonly Bundle[]): Map<string, Bundle[]> {
  return new Map([...groupBy(bundles, (bundle) => bundle.packageName)].map(([name, members]) => [name, oldestFirst(members)]));
}

function planPackage(name: string, bundles: readonly Bundle[], plan: RenderOptions): PackagePlan {
  const { channels, defaultChannel: planned, problems: ofChannels } = plan.channels._channels(name, bundles);
  if (channels.length === 0) {
    return { name, bundles, channels, defaultChannel: '', problems: ofChannels };
  }
  const channelNames = channels.map((channel) => channel.name);
  const problems = [
    ...ofChannels, ...deprecationProblems(name, plan.deprecations.get(name), channelNames, bundles.map((bundle) => bundle.name)),
  ];
  const chosen = defaultChannel(name, bundles, channels, plan.defaultChannels.get(name), planned);
  return typeof chosen === 'string'
    ? { name, bundles, channels, defaultChannel: chosen, problems }
    : { name, bundles, channels, defaultChannel: '', problems: [...problems, chosen] };
}

/** Returns the blobs of a package in opm's order. */
function packageBlobs(
  { name, bundles, channels, defaultChannel: chosen }: PackagePlan, { images, deprecations }: RenderOptions, contents: Map<CatalogBlob, Bundle>,
): CatalogBlob[] {
  const byName = [...bundles].sort((left, right) => compareUtf8(left.name, right.name));
  const bundleBlobs = byName.map((bundle) => {
    const image = images.get(bundle.name);
    const blob = image === undefined ? inlineBlob(bundle) : imageBlob(bundle, image);
    contents.set(blob, bundle);
    return blob;
  });
  const deprecated = deprecationsBlob(name, deprecations.get(name));
  return [packageBlob(name, bundles, chosen), ...channels, ...bundleBlobs, ...(deprecated === undefined ? [] : [deprecated])];
}

/** Sorts bundles of a package from the oldest to the newest: by version, then by release, then by name. */
export function oldestFirst(bundles: readonly Bundle[]): Bundle[] {
  return bundles
    .map((bundle) => ({ bundle, version: parseVersion(bundle.version), release: bundle.csv.release?.split('.') ?? [] }))
    .sort((left, right) => (
      (left.version === undefined || right.version === undefined ? 0 : compareVersions(left.version, right.version))
        || comparePreReleases(left.release, right.release)
        || compareUtf8(left.bundle.name, right.bundle.name)
    ))
    .map(({ bundle }) => bundle);
}

/** Returns the blob of a package, with icon and description from the CSV of its newest bundle. */
export function packageBlob(name: string, bundles: readonly Bundle[], defaultChannel: string): PackageBlob {
  const { csv } = bundles.at(-1)!;
  const icon = packageIcon(csv.icons[0]);
  return {
    schema: 'olm.package',
    name,
    defaultChannel,
    ...defined({ icon }),
    ...(csv.description === '' ? {} : { description: csv.description }),
  };
}

/**
 * Returns the default channel of a package: the requested or planned one; otherwise the one that the newest bundle that names one names, as in opm.
 * If that has no bundles, it is the channel that leads from the others to the newest bundle.
 *
 * A bundle may name a default channel that it is not in, so the bundles may lack the channel that they name.
 *
 * @param bundles the bundles of the package, oldest first
 * @param channelBlobs its channels, sorted by name
 * @param requested the default channel in the options
 * @param planned the default channel of the plan, which overrides the bundles
 */
function defaultChannel(
  name: string, bundles: readonly Bundle[], channelBlobs: readonly ChannelBlob[], requested: string | undefined, planned: string | undefined,
): string | CatalogProblem {
  const channels = channelBlobs.map((channel) => channel.name);
  if (requested !== undefined && !channels.includes(requested)) {
    return {
      code: CatalogErrorCode.DEFAULT_CHANNEL,
      message: `package "${name}" cannot have the default channel "${requested}": its bundles are in ${channels.map((channel) => `"${channel}"`)
        .join(', ')}; name one of these in 'defaultChannels', or add a bundle of that channel`,
      packageName: name,
    };
  }
  return requested ?? planned ?? inferredChannel(bundles, channelBlobs);
}

/** Returns the default channel of a package that neither options nor the plan determine. */
function inferredChannel(bundles: readonly Bundle[], channels: readonly ChannelBlob[]): string {
  const named = bundles.flatMap(({ defaultChannel: channel }) => (channel === undefined ? [] : [channel])).reverse();
  const existing = named.filter((name) => channels.some((channel) => channel.name === name));
  if (existing[0] !== undefined && existing[0] === named[0]) {
    return existing[0];
  }
  const [best] = fittingChannels(bundles.at(-1)!.name, bundles.slice(0, -1), channels, existing);
  // The newest bundle may be the head of no channel.
  return best?.name ?? existing[0] ?? channels[0]!.name;
}

/** Returns the icon, or undefined if it is not base64, which opm could not read. The CSV keeps it. */
function packageIcon(icon: OperatorIcon | undefined): PackageIcon | undefined {
  const base64data = normalizedBase64(icon?.base64data ?? '') ?? '';
  return icon === undefined || base64data === '' ? undefined : { base64data, mediatype: icon.mediaType };
}

/** Returns problems of a set of bundles as a whole. */
function setProblems(bundles: readonly Bundle[], packages: readonly string[]): CatalogProblem[] {
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
function settingProblems(bundles: readonly Bundle[], { defaultChannels, images, deprecations }: RenderOptions): CatalogProblem[] {
  if (bundles.length === 0) {
    return [];
  }
  const packages = new Set(bundles.map((bundle) => bundle.packageName));
  const names = new Set(bundles.map(({ name }) => name));
  return [
    ...[...defaultChannels.keys()].filter((name) => !packages.has(name)).map((name) => ({
      code: CatalogErrorCode.PACKAGE_NAME,
      message: `'defaultChannels' names the package "${name}", but the bundles belong to ${quoted([...packages])}; correct the name, or remove it`,
    })),
    ...[...deprecations.keys()].filter((name) => !packages.has(name)).map((name) => ({
      code: CatalogErrorCode.PACKAGE_NAME,
      message: `'deprecations' names the package '${name}', which no bundle belongs to; available: ${suggestNames(name, [...packages])}`,
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
function twinProblems(packageName: string, bundles: readonly Bundle[]): CatalogProblem[] {
  const sameName = twins(bundles, ({ name }) => name).map(([name, group]) => ({
    code: CatalogErrorCode.DUPLICATE_BUNDLE,
    message: `package "${packageName}" has ${group.length} bundles named "${name}", from ${group.map(({ source }) => source).join(' and ')}; ${namesakeRemedy(group)}`,
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

/** Returns what to do about bundles with one name: those of different versions are different releases, and none may be lost. */
function namesakeRemedy(bundles: readonly Bundle[]): string {
  const versions = [...new Set(bundles.map(({ version }) => version))];
  return versions.length === 1 ? `both have version ${versions[0]!}: leave out the one that is not to be released`
    : `they have the versions ${versions.join(' and ')}: set metadata.name of each CSV by its version, such as name.v${versions.at(-1)!}`;
}

function twins(bundles: readonly Bundle[], keyOf: (bundle: Bundle) => string): [string, Bundle[]][] {
  return [...groupBy(bundles, keyOf)].filter(([, group]) => group.length > 1);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
