import type { CatalogBundle } from '../../lib/catalog/catalog-bundle';
import type { CatalogChannel } from '../../lib/catalog/catalog-channel';
import type { ResolutionProps } from '../../lib/resolve/model/resolution-props';
import { parseVersion } from '../../lib/formats/semver/version';
import { parseVersionRange, rangeContains } from '../../lib/formats/semver/version-range';

/** A bundle in a channel, or an installed operator, as far as the rules need it. */
export interface Candidate {
  readonly id: string;
  readonly csv: string;
  readonly package: string;
  readonly version: string;
  readonly isInstalled: boolean;
  /** Whether another bundle of the channel skips it. */
  readonly isSkipped: boolean;
  readonly properties: readonly { readonly type: string; readonly value: unknown }[];
}

const REQUIREMENTS = ['olm.gvk.required', 'olm.package.required', 'olm.constraint'];

/** OLM's rules, implemented a second time: nothing here is shared with the resolver. */
export class IndependentChecker {
  public readonly candidates: readonly Candidate[];
  readonly #bySubscription: ReadonlyMap<string, readonly string[]>;
  readonly #freestanding: readonly string[];

  public constructor({ catalogs, subscriptions, installed = [], namespace }: ResolutionProps) {
    const present = installed.map((operator) => ({
      id: `@existing/${namespace}//${operator.csv}`,
      csv: operator.csv,
      package: packageOf(operator.properties),
      version: operator.version!,
      isInstalled: true,
      isSkipped: false,
      properties: operator.properties,
    }));
    const offered = catalogs.flatMap(({ name, namespace: owner, content }) => content.packages.flatMap(({ channels }) => channels)
      .flatMap((channel) => channel.bundles.map((bundle) => candidateOf(`${name}/${owner}`, channel, bundle))));
    this.candidates = [...present, ...offered];
    this.#freestanding = present.filter(({ csv }) => !subscriptions.some(({ installedCsv }) => installedCsv === csv)).map(({ id }) => id);
    this.#bySubscription = new Map(subscriptions.map(({ name, packageName, channel, catalog, catalogNamespace, ...subscription }) => {
      const { startingCsv, installedCsv } = subscription;
      const current = present.find(({ csv }) => csv === installedCsv);
      const channels = catalogs.filter((each) => each.name === catalog && each.namespace === catalogNamespace)
        .flatMap(({ content }) => content.tryFindPackage(packageName)?.channels ?? [])
        .filter((each) => channel === undefined || each.name === channel);
      const bundles = channels.flatMap((each) => {
        const skipped = new Set(each.entries.flatMap(({ skips }) => skips));
        const possible = each.entries.filter(({ bundle, replaces, skips, skipRange }) => (current === undefined
          ? (startingCsv === undefined ? !skipped.has(bundle.name) : bundle.name === startingCsv)
          : !skipped.has(bundle.name) && (replaces === current.csv || skips.includes(current.csv) || inRange(current.version, skipRange))));
        return possible.map(({ bundle }) => bundle.name);
      });
      // Without a channel, all channels that have one of the bundles count.
      const ids = channels.flatMap((each) => each.bundles.filter((bundle) => bundles.includes(bundle.name))
        .map((bundle) => `${catalog}/${catalogNamespace}/${each.name}/${bundle.name}`));
      // Where the catalog no longer has the channel, not even what is installed may stay.
      return [name, [...ids, ...(current === undefined || channels.length === 0 ? [] : [current.id])]];
    }));
  }

  /** Whether candidates satisfy all rules together. */
  public accepts(ids: ReadonlySet<string>): boolean {
    const chosen = this.candidates.filter(({ id }) => ids.has(id));
    const provided = chosen.flatMap(({ properties }) => properties).filter(({ type }) => type === 'olm.gvk').map(({ value }) => JSON.stringify(value));
    const packages = chosen.map((candidate) => candidate.package);
    return this.#freestanding.every((id) => ids.has(id))
      && [...this.#bySubscription.values()].every((options) => options.some((id) => ids.has(id)))
      && new Set(provided).size === provided.length && new Set(packages).size === packages.length
      && chosen.every(({ properties }) => !properties.some(({ type }) => type === 'olm.deprecated'))
      && chosen.every(({ properties }) => properties.every((property) => this.#isMet(property, chosen)));
  }

  /** Whether any set of candidates is accepted. Tries all sets, so there must be few candidates. */
  public acceptsAny(): boolean {
    return this.#anyOf(new Set(this.#freestanding), [...this.#bySubscription.values()]);
  }

  /** Chooses for the first open question, which is a Subscription or a requirement. */
  #anyOf(ids: ReadonlySet<string>, questions: readonly (readonly string[])[]): boolean {
    const chosen = this.candidates.filter(({ id }) => ids.has(id));
    const open = questions.find((options) => !options.some((id) => ids.has(id))) ?? chosen.flatMap(({ properties }) => properties)
      .filter((property) => !this.#isMet(property, chosen))
      .map((property) => this.candidates.filter((candidate) => meets(candidate, property)).map(({ id }) => id))[0];
    return open === undefined ? this.accepts(ids) : open.some((id) => this.#anyOf(new Set([...ids, id]), questions));
  }

  #isMet(property: Candidate['properties'][number], chosen: readonly Candidate[]): boolean {
    return !REQUIREMENTS.includes(property.type) || chosen.some((candidate) => meets(candidate, property));
  }
}

function candidateOf(source: string, channel: CatalogChannel, bundle: CatalogBundle): Candidate {
  return {
    id: `${source}/${channel.name}/${bundle.name}`, csv: bundle.name, package: bundle.packageName, version: bundle.version, isInstalled: false,
    isSkipped: channel.entries.some(({ skips }) => skips.includes(bundle.name)), properties: bundle.properties,
  };
}

function packageOf(properties: Candidate['properties']): string {
  return (properties.find(({ type }) => type === 'olm.package')!.value as { readonly packageName: string }).packageName;
}

interface Condition {
  readonly gvk?: object;
  readonly package?: { readonly packageName: string; readonly versionRange: string };
  readonly all?: { readonly constraints: readonly Condition[] };
  readonly any?: { readonly constraints: readonly Condition[] };
  readonly not?: { readonly constraints: readonly Condition[] };
  readonly cel?: { readonly rule: string };
}

/** A skipped bundle, which only `startingCSV` installs, meets no requirement, not even its own. */
function meets(candidate: Candidate, { type, value }: Candidate['properties'][number]): boolean {
  return !candidate.isSkipped && hasWhat(candidate, type, value);
}

function hasWhat(candidate: Candidate, type: string, value: unknown): boolean {
  switch (type) {
    case 'olm.gvk.required': return isTrue(candidate, { gvk: value as object });
    case 'olm.package.required': return isTrue(candidate, { package: value as Condition['package'] & object });
    default: return isTrue(candidate, value as Condition);
  }
}

function isTrue(candidate: Candidate, { gvk, package: wanted, all, any, not: none, cel }: Condition): boolean {
  if (gvk !== undefined) {
    return candidate.properties.some(({ type, value }) => type === 'olm.gvk' && JSON.stringify(value) === JSON.stringify(gvk));
  }
  if (wanted !== undefined) {
    return candidate.package === wanted.packageName && inRange(candidate.version, wanted.versionRange);
  }
  // The expressions of random namespaces compare the name of the package only.
  return all?.constraints.every((each) => isTrue(candidate, each)) ?? any?.constraints.some((each) => isTrue(candidate, each))
    ?? (none === undefined ? cel!.rule.endsWith(`== "${candidate.package}")`) : !none.constraints.some((each) => isTrue(candidate, each)));
}

function inRange(version: string, range: string | undefined): boolean {
  return range !== undefined && rangeContains(parseVersionRange(range)!, parseVersion(version)!);
}
