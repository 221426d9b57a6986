import type { Bundle } from '../../bundle/bundle';
import { isImageReference } from '../../bundle/oci/image-reference';
import { defined } from '../../formats/json/defined';
import { isVersionRange } from '../../formats/semver/version-range';
import { missing } from '../../text/group-by';
import { append } from '../../text/lists';
import { quoted, quotedList } from '../../text/phrases';
import { bundleFacts } from '../declcfg/bundle-facts';
import { CatalogError } from '../declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import { type BundleBlob, byPackage, type CatalogBlob, type ChannelBlob, type DeprecationEntry, type DeprecationsBlob, inOpmOrder, type PackageBlob, type PackageBlobs } from '../declcfg/declcfg';
import { blobToJson } from '../declcfg/write-blob';
import { AppendMode, type CatalogAppendOptions } from './append-options';
import { appendEntry, type EntryPlan } from './append-entry';
import { bundleProblems } from './bundle-checks';
import { imageBlob, inlineBlob } from './bundle-blob';
import { deprecationProblems, deprecationsBlob } from './deprecations';
import { oldestFirst, packageBlob } from './render-bundles';

/** The blobs of a catalog with more bundles. Blobs that did not change are the same objects. */
export interface AppendedBlobs {
  readonly blobs: readonly CatalogBlob[];

  /** The bundles that new blobs were rendered from. */
  readonly contents: ReadonlyMap<CatalogBlob, Bundle>;
  readonly notes: readonly string[];
}

/**
 * Adds bundles of one package to a catalog, oldest first. The result is not validated.
 *
 * @throws CatalogError if the bundles and options contradict the catalog, or each other
 */
export function appendBundles(blobs: readonly CatalogBlob[], bundles: readonly Bundle[], options: CatalogAppendOptions): AppendedBlobs {
  const packages = [...new Set(bundles.map(({ packageName }) => packageName))];
  throwProblems(optionProblems(bundles, packages, options));
  const [packageName = ''] = packages;
  throwProblems(bundles.flatMap(bundleProblems));
  const known = byPackage(blobs).get(packageName) ?? { name: packageName, packages: [], channels: [], bundles: [], deprecations: [] };
  return new Appending(known, options).all(blobs, oldestFirst(bundles));
}

function throwProblems(problems: readonly CatalogProblem[]): void {
  if (problems.length > 0) {
    throw new CatalogError([...problems]);
  }
}

function optionProblems(bundles: readonly Bundle[], packages: readonly string[], options: CatalogAppendOptions): CatalogProblem[] {
  const { replaces, skips, skipRange, mode, images = {}, channels } = options;
  const problem = (message: string): CatalogProblem => ({ code: CatalogErrorCode.OPTIONS, message });
  const names = bundles.map(({ name }) => name);
  return [
    ...(bundles.length > 0 ? [] : [problem('no bundle is to be added; specify at least one')]),
    ...(packages.length < 2 ? [] : [problem(`the bundles belong to ${packages.length} packages: ${quotedList(packages)}; add those of one package at a time`)]),
    ...(channels?.length === 0 ? [problem("'channels' is empty; specify a channel, or omit it")] : []),
    ...(bundles.length < 2 || (replaces === undefined && skips === undefined) ? []
      : [problem(`'${replaces === undefined ? 'skips' : 'replaces'}' is for a single bundle, and there are ${bundles.length}; add them one after the other`)]),
    ...(replaces === undefined || mode !== AppendMode.SEMVER ? [] : [problem("'replaces' contradicts AppendMode.SEMVER, which computes it from the versions; omit one of them")]),
    ...(skipRange === undefined || isVersionRange(skipRange) ? [] : [problem(`'skipRange' must be a range of versions, such as ">=1.0.0 <1.2.0", got ${quoted(skipRange)}`)]),
    ...missing(Object.keys(images), names, (name) => name).map((name) => problem(`'images' names the bundle ${quoted(name)}, which is not among ${quotedList(names)}`)),
    ...Object.entries(images).filter(([, image]) => !isImageReference(image))
      .map(([name, image]) => problem(`'images' has the invalid reference ${quoted(image)} for bundle ${quoted(name)}; write it as registry/repository@sha256:…`)),
  ];
}

class Appending {
  readonly #channels: Map<string, ChannelBlob>;
  readonly #bundles: Map<string, BundleBlob>;
  readonly #contents = new Map<CatalogBlob, Bundle>();
  readonly #notes: string[] = [];
  readonly #problems: CatalogProblem[] = [];

  public constructor(private readonly known: PackageBlobs, private readonly options: CatalogAppendOptions) {
    this.#channels = new Map(known.channels.map((channel) => [channel.name, channel]));
    this.#bundles = new Map(known.bundles.map((bundle) => [bundle.name, bundle]));
  }

  public all(blobs: readonly CatalogBlob[], bundles: readonly Bundle[]): AppendedBlobs {
    for (const bundle of bundles) {
      this.#addBundle(bundle);
      for (const channel of this.options.channels ?? bundle.channels) {
        this.#addEntry(channel, bundle);
      }
    }
    const ofPackage = this.#package(bundles);
    const deprecations = this.#deprecations();
    throwProblems(this.#problems);
    const ours = new Set<CatalogBlob>([...this.known.packages, ...this.known.channels, ...this.known.bundles, ...this.known.deprecations]);
    const others = blobs.filter((blob) => !ours.has(blob));
    return {
      blobs: inOpmOrder([...others, ofPackage, ...this.#channels.values(), ...this.#bundles.values(), ...deprecations]),
      contents: this.#contents,
      notes: this.#notes,
    };
  }

  #problem(code: CatalogErrorCode, message: string, more: Partial<CatalogProblem> = {}): void {
    this.#problems.push({ code, message, packageName: this.known.name, ...more });
  }

  #addBundle(bundle: Bundle): void {
    const image = this.options.images?.[bundle.name];
    const blob = (image === undefined ? inlineBlob(bundle) : imageBlob(bundle, image)) as BundleBlob;
    const earlier = this.#bundles.get(bundle.name);
    if (earlier !== undefined && blobToJson(earlier) !== blobToJson(blob)) {
      this.#problem(CatalogErrorCode.DUPLICATE_BUNDLE, `package ${quoted(this.known.name)} has a bundle ${quoted(bundle.name)} already, with another content or image; `
        + 'give the new one another name and version, or remove the earlier one from the catalog', { bundle: bundle.name });
    }
    if (earlier === undefined) {
      this.#bundles.set(bundle.name, blob);
      this.#contents.set(blob, bundle);
    }
  }

  #addEntry(name: string, bundle: Bundle): void {
    const channel = this.#channels.get(name) ?? { schema: 'olm.channel', name, package: this.known.name, entries: [] };
    const { replaces, skips = bundle.csv.skips, skipRange = bundle.csv.skipRange, mode = AppendMode.HEAD } = this.options;
    const plan: EntryPlan = {
      channel, mode, name: bundle.name, version: bundle.version, skips,
      ...defined({ replaces, declared: bundle.csv.replaces === '' ? undefined : bundle.csv.replaces }),
      ...(skipRange === undefined || !isVersionRange(skipRange) ? {} : { skipRange }),
      versionOf: (entry) => {
        const blob = this.#bundles.get(entry);
        return blob === undefined ? undefined : bundleFacts(blob).version;
      },
    };
    const added = appendEntry(plan);
    if ('problem' in added) {
      const { code, message } = added.problem;
      this.#problem(code, `channel ${quoted(name)} of package ${quoted(this.known.name)} ${message}`, { channel: name });
      return;
    }
    append(this.#notes, added.notes.map((note) => `channel ${quoted(name)}: ${note}`));
    this.#channels.set(name, { ...channel, entries: added.entries });
  }

  #package(bundles: readonly Bundle[]): PackageBlob {
    const { defaultChannel } = this.options;
    const [known] = this.known.packages;
    if (defaultChannel !== undefined && !this.#channels.has(defaultChannel)) {
      this.#problem(CatalogErrorCode.DEFAULT_CHANNEL, `package ${quoted(this.known.name)} has no channel ${quoted(defaultChannel)} that could be its default channel; it has `
        + quotedList([...this.#channels.keys()]));
    }
    if (known !== undefined) {
      return defaultChannel === undefined || defaultChannel === known.defaultChannel ? known : { ...known, defaultChannel };
    }
    const ofBundle = bundles.at(-1)!.defaultChannel;
    const chosen = defaultChannel ?? (ofBundle !== undefined && this.#channels.has(ofBundle) ? ofBundle : [...this.#channels.keys()].sort()[0]!);
    return packageBlob(this.known.name, bundles, chosen);
  }

  #deprecations(): DeprecationsBlob[] {
    const { deprecations } = this.options;
    append(this.#problems, deprecationProblems(this.known.name, deprecations, [...this.#channels.keys()], [...this.#bundles.keys()]));
    const added = deprecationsBlob(this.known.name, deprecations);
    const [known] = this.known.deprecations;
    if (added === undefined || known === undefined) {
      return [...this.known.deprecations, ...(added === undefined ? [] : [added])];
    }
    const keyOf = ({ reference: { schema, name = '' } }: DeprecationEntry): string => `${schema} ${name}`;
    const entries = new Map([...known.entries, ...added.entries].map((entry) => [keyOf(entry), entry]));
    return [{ ...known, entries: [...entries.values()] }];
  }
}
