import { bundleProblems } from './bundle-checks';
import { imageDocument, inlineDocument } from './bundle-document';
import type { BundlesPlan } from './bundles-plan';
import { defaultChannel, oldestFirst, packageDocument } from './package-document';
import { settingProblems, setProblems, twinProblems } from './set-checks';
import { CatalogError } from '../catalog-error';
import { grouped } from '../grouped';
import type { CatalogProblem } from '../catalog-error';
import type { CatalogDocument, ChannelDocument } from '../wire';
import type { Bundle } from '../../bundle';
import { compareUtf8 } from '../../go-json';

/** The documents of a catalog, and the bundles that some of them were made of. */
export interface MadeDocuments {
  readonly documents: readonly CatalogDocument[];
  readonly contents: ReadonlyMap<CatalogDocument, Bundle>;
}

/**
 * The documents that `opm render` would make of bundles, with their channels: package by package, in opm's order.
 *
 * @param bundles in any order; the documents are the same
 * @throws CatalogError when opm would refuse the catalog, with every problem and its remedy
 */
export function documentsOfBundles(bundles: readonly Bundle[], plan: BundlesPlan): MadeDocuments {
  const packages = [...membersByPackage(bundles)].sort(([left], [right]) => compareUtf8(left, right));
  refuse([
    ...setProblems(bundles, packages.map(([name]) => name)),
    ...settingProblems(bundles, plan),
    ...bundles.flatMap((bundle) => bundleProblems(bundle)),
    ...packages.flatMap(([name, members]) => twinProblems(name, members)),
  ]);
  const planned = packages.map(([name, members]) => planPackage(name, members, plan));
  refuse(planned.flatMap(({ problems }) => problems));
  const contents = new Map<CatalogDocument, Bundle>();
  const documents = planned.flatMap((packagePlan) => packageDocuments(packagePlan, plan.images, contents));
  return { documents, contents };
}

/** A package before its documents are made. */
interface PackagePlan {
  readonly name: string;
  /** Oldest first. */
  readonly bundles: readonly Bundle[];
  readonly channels: readonly ChannelDocument[];
  readonly defaultChannel: string;
  readonly problems: readonly CatalogProblem[];
}

/** The bundles of each package, oldest first. */
function membersByPackage(bundles: readonly Bundle[]): Map<string, Bundle[]> {
  return new Map([...grouped(bundles, (bundle) => bundle.package)].map(([name, members]) => [name, oldestFirst(members)]));
}

function planPackage(name: string, bundles: readonly Bundle[], plan: BundlesPlan): PackagePlan {
  const { channels, defaultChannel: planned, problems } = plan.channels._channels(name, bundles);
  if (channels.length === 0) {
    return { name, bundles, channels, defaultChannel: '', problems };
  }
  const chosen = defaultChannel(name, bundles, channels.map((channel) => channel.name), plan.defaultChannels.get(name), planned);
  return typeof chosen === 'string'
    ? { name, bundles, channels, defaultChannel: chosen, problems }
    : { name, bundles, channels, defaultChannel: '', problems: [...problems, chosen] };
}

/** The documents of one package in opm's order. */
function packageDocuments(
  { name, bundles, channels, defaultChannel: chosen }: PackagePlan, images: ReadonlyMap<string, string>, contents: Map<CatalogDocument, Bundle>,
): CatalogDocument[] {
  const byName = [...bundles].sort((left, right) => compareUtf8(left.name, right.name));
  const made = byName.map((bundle) => {
    const image = images.get(bundle.name);
    const document = image === undefined ? inlineDocument(bundle) : imageDocument(bundle, image);
    contents.set(document, bundle);
    return document;
  });
  return [packageDocument(name, bundles, chosen), ...channels, ...made];
}

function refuse(problems: CatalogProblem[]): void {
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
}
