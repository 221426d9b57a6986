import type { Bundle } from '../../bundle/bundle';
import { compareUtf8 } from '../../formats/json/go-json';
import { groupBy } from '../../text/group-by';
import { CatalogError, type CatalogProblem } from '../declcfg/catalog-error';
import type { CatalogBlob, ChannelBlob } from '../declcfg/declcfg';
import { imageBlob, inlineBlob } from './bundle-blob';
import { bundleProblems } from './bundle-checks';
import type { ChannelPlan } from './channel-plan';
import { deprecationProblems, deprecationsBlob } from './deprecations-blob';
import { setProblems, settingProblems, twinProblems } from './input-checks';
import { defaultChannel, oldestFirst, packageBlob } from './package-blob';
import type { PackageDeprecations } from './package-deprecations';

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
  const packages = [...membersByPackage(bundles)].sort(([left], [right]) => compareUtf8(left, right));
  throwProblems([
    ...setProblems(bundles, packages.map(([name]) => name)),
    ...settingProblems(bundles, plan),
    ...bundles.flatMap((bundle) => bundleProblems(bundle)),
    ...packages.flatMap(([name, members]) => twinProblems(name, members)),
  ]);
  const planned = packages.map(([name, members]) => planPackage(name, members, plan));
  throwProblems(planned.flatMap(({ problems }) => problems));
  const contents = new Map<CatalogBlob, Bundle>();
  const blobs = planned.flatMap((packagePlan) => packageBlobs(packagePlan, plan, contents));
  return { blobs, contents };
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
  const chosen = defaultChannel(name, bundles, channelNames, plan.defaultChannels.get(name), planned);
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

function throwProblems(problems: CatalogProblem[]): void {
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
}
