import { parseVersionRange } from '../../formats/semver/version-range';
import { groupBy, groupByEach } from '../../text/group-by';
import type { BundleFacts, PackageRequirement } from '../declcfg/bundle-facts';
import type { CatalogIndex } from './catalog-index';
import { KeptPackage } from './kept-package';
import { type Choice, PackageChoice } from './package-choice';

/**
 * Keeps, for each requirement of kept bundles that no kept bundle meets, the bundle that OLM would choose first, and then does the same for the
 * requirements of that bundle.
 *
 * OLM tries the default channel of a package first, and in a channel the entry nearest to the head. Packages that are already kept come before
 * others. A requirement that nothing meets is noted: another catalog may meet it.
 */
export function keepDependencies(index: CatalogIndex, kept: Map<string, KeptPackage>, notes: string[]): void {
  new DependencyKeeper(index, kept, notes).keepAll();
}

/** How a requirement is resolved: `met` by a kept bundle, by a bundle to keep as well, or undefined if no bundle meets it. */
type Decision = 'met' | Choice & { readonly package: string } | undefined;

class DependencyKeeper {
  /** Grows during iteration: bundles kept for a requirement may have further requirements. */
  readonly #bundles = new Set<BundleFacts>();
  readonly #keptApis = new Set<string>();
  readonly #done = new Set<string>();
  readonly #choices = new Map<string, PackageChoice>();

  /** The bundles that provide each API, in the order of the catalog. */
  readonly #providers: ReadonlyMap<string, readonly BundleFacts[]>;

  public constructor(private readonly index: CatalogIndex, private readonly kept: Map<string, KeptPackage>, private readonly notes: string[]) {
    this.#providers = groupByEach([...index.values()].flatMap(({ bundles }) => [...bundles.values()]), ({ provides }) => provides);
    kept.forEach((keptPackage) => this.#add(keptPackage, [...keptPackage.bundles()]));
  }

  public keepAll(): void {
    for (const bundle of this.#bundles) {
      for (const api of bundle.requiresApis) {
        this.#require(bundle, `the API ${api}`, () => this.#provider(api));
      }
      for (const required of bundle.requiresPackages) {
        this.#require(bundle, `package "${required.name}" ${required.range}`, () => this.#version(required));
      }
    }
  }

  #require(bundle: BundleFacts, description: string, decide: () => Decision): void {
    if (this.#done.has(description)) {
      return;
    }
    this.#done.add(description);
    const chosen = decide();
    if (chosen === undefined) {
      this.notes.push(`bundle "${bundle.name}" requires ${description}, which no bundle of the catalog and the filter provides`);
    } else if (chosen !== 'met') {
      this.notes.push(`bundle "${chosen.bundle}" is kept because "${bundle.name}" requires ${description}`);
      const keptPackage = this.kept.get(chosen.package) ?? new KeptPackage(this.index.get(chosen.package)!, new Map(), undefined);
      this.kept.set(chosen.package, keptPackage);
      const names = keptPackage.keep(chosen.channel, chosen.bundle);
      this.#add(keptPackage, names);
      this.#choiceOf(chosen.package)?.keep(chosen.channel, names);
    }
  }

  #provider(api: string): Decision {
    if (this.#keptApis.has(api)) {
      return 'met';
    }
    const byPackage = [...groupBy(this.#providers.get(api) ?? [], (bundle) => bundle.package)];
    const keptFirst = [...byPackage.filter(([name]) => this.kept.has(name)), ...byPackage.filter(([name]) => !this.kept.has(name))];
    for (const [name, bundles] of keptFirst) {
      const choice = this.#choiceOf(name)?.among(bundles.map((bundle) => bundle.name));
      if (choice !== undefined) {
        return { package: name, ...choice };
      }
    }
    return undefined;
  }

  #version({ name, range }: PackageRequirement): Decision {
    const [choice, parsed] = [this.#choiceOf(name), parseVersionRange(range)];
    if (choice === undefined || parsed === undefined) {
      return undefined;
    }
    const chosen = choice.isKept(parsed) ? 'met' : choice.inRange(parsed);
    return chosen === 'met' || chosen === undefined ? chosen : { package: name, ...chosen };
  }

  #choiceOf(name: string): PackageChoice | undefined {
    const indexed = this.index.get(name);
    if (indexed !== undefined && !this.#choices.has(name)) {
      this.#choices.set(name, new PackageChoice(indexed, this.kept.get(name)));
    }
    return this.#choices.get(name);
  }

  #add({ indexed }: KeptPackage, names: readonly string[]): void {
    for (const facts of names.map((name) => indexed.bundles.get(name)).filter((found) => found !== undefined)) {
      this.#bundles.add(facts);
      facts.provides.forEach((api) => this.#keptApis.add(api));
    }
  }
}
