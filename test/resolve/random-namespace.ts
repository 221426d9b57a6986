import * as fc from 'fast-check';
import type { InstalledOperator, ResolutionProps } from '../../lib/resolve/model/resolution-props';
import { provides, requires, sampleCatalog, type SampleEntry, subscriptionTo } from './sample-namespace';

const PACKAGES = ['a', 'b', 'c'];
const KINDS = ['K', 'L', 'M'];

interface RandomBundle {
  readonly provided: readonly string[];
  readonly required: readonly string[];
  readonly requiredPackage: { readonly packageName: string; readonly versionRange: string } | undefined;
  readonly constraint: object | undefined;
  readonly isDeprecated: boolean;
  readonly isSkipped: boolean;
  readonly skipRange: boolean;
}

const API = fc.constantFrom(...KINDS).map((kind) => ({ gvk: { group: 'example.test', version: 'v1', kind } }));
const PACKAGE = fc.record({ packageName: fc.constantFrom(...PACKAGES), versionRange: fc.constantFrom('>=1.0.0', '<1.0.0', '>=0.0.0 <3.0.0', '2.0.0') });
const CONSTRAINT = fc.oneof(
  fc.tuple(API, PACKAGE.map((wanted) => ({ package: wanted }))).map((constraints) => ({ all: { constraints } })),
  fc.tuple(API, API).map((constraints) => ({ any: { constraints } })),
  API.map((excluded) => ({ not: { constraints: [excluded] } })),
  fc.constantFrom(...PACKAGES).map((name) => ({ cel: { rule: `properties.exists(p, p.type == "olm.package" && p.value.packageName == "${name}")` } })),
);

const rarely = <Value>(value: fc.Arbitrary<Value>, one: number): fc.Arbitrary<Value | undefined> => (
  fc.oneof({ weight: one - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
);

const BUNDLE: fc.Arbitrary<RandomBundle> = fc.record({
  provided: fc.subarray(KINDS, { maxLength: 1 }),
  required: fc.subarray(KINDS, { maxLength: 1 }),
  requiredPackage: rarely(PACKAGE, 4),
  constraint: rarely(CONSTRAINT, 5),
  isDeprecated: rarely(fc.constant(true), 9).map((deprecated) => deprecated ?? false),
  isSkipped: rarely(fc.constant(true), 6).map((skipped) => skipped ?? false),
  skipRange: fc.boolean(),
});

/** Content of a random catalog: each package has a channel of up to three bundles, and some a second one of the first bundle. */
const PACKAGE_CONTENT = fc.tuple(fc.array(BUNDLE, { minLength: 1, maxLength: 3 }), fc.boolean());
const CATALOG = fc.dictionary(fc.constantFrom(...PACKAGES), PACKAGE_CONTENT, { minKeys: 1, maxKeys: 3 })
  .map((packages) => Object.fromEntries(Object.entries(packages).map(([name, [bundles, hasSecond]]) => {
    const stable = chain(name, bundles);
    const { name: first, properties = [] } = stable[0]!;
    return [name, { stable, ...(hasSecond ? { beta: [{ name: first, properties }] } : {}) }];
  })));

/** A namespace that OLM can or cannot resolve. What is installed comes from the same packages as the catalogs. */
export const randomNamespace: fc.Arbitrary<ResolutionProps> = fc.record({
  catalogs: fc.array(CATALOG, { minLength: 1, maxLength: 2 }),
  priorities: fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 })),
  subscriptions: fc.uniqueArray(fc.record({
    package: fc.constantFrom(...PACKAGES), catalog: fc.nat(1), channel: fc.constantFrom('stable', 'beta', undefined), starting: rarely(fc.nat(2), 3),
    installed: rarely(fc.nat(2), 3),
  }), { minLength: 1, maxLength: 2, selector: (subscription) => subscription.package }),
  others: fc.uniqueArray(fc.tuple(fc.constantFrom(...PACKAGES), BUNDLE), { maxLength: 1 }),
}).map(({ catalogs, priorities, subscriptions, others }) => {
  const installed = new Map(others.map(([name, bundle]) => [csvOf(name, 9), operatorOf(name, 9, bundle.provided, bundle.required)]));
  const requested = subscriptions.map(({ package: name, catalog, channel, starting, installed: version }) => {
    if (version !== undefined) {
      installed.set(csvOf(name, version), operatorOf(name, version, [], []));
    }
    return subscriptionTo(name, {
      catalog: `catalog-${catalog}`,
      catalogNamespace: catalog === 0 ? 'olm' : 'demo',
      ...(channel === undefined ? {} : { channel }),
      ...(starting === undefined ? {} : { startingCsv: csvOf(name, starting) }),
      ...(version === undefined ? {} : { installedCsv: csvOf(name, version) }),
    });
  });
  return {
    namespace: 'demo',
    catalogs: catalogs.map((packages, index) => ({
      name: `catalog-${index}`, namespace: index === 0 ? 'olm' : 'demo', content: sampleCatalog(packages), priority: priorities[index]!,
    })),
    subscriptions: requested,
    installed: [...installed.values()],
  };
});

function chain(name: string, bundles: readonly RandomBundle[]): SampleEntry[] {
  const skipped = bundles.map(({ isSkipped }, index) => isSkipped && index < bundles.length - 1);
  return bundles.map(({ provided, required, requiredPackage, constraint, isDeprecated, skipRange }, index) => {
    const before = skipped.lastIndexOf(false, index - 1);
    const skips = index === bundles.length - 1 ? skipped.flatMap((isSkipped, at) => (isSkipped ? [csvOf(name, at)] : [])) : [];
    return {
      name: csvOf(name, index),
      ...(index === 0 || before === -1 || skipped[index] === true ? {} : { replaces: csvOf(name, before) }),
      ...(skips.length === 0 ? {} : { skips }),
      ...(skipRange ? { skipRange: `<${index}.0.0` } : {}),
      properties: [
        ...provided.map(provides), ...required.map(requires),
        ...(requiredPackage === undefined ? [] : [{ type: 'olm.package.required', value: requiredPackage }]),
        ...(constraint === undefined ? [] : [{ type: 'olm.constraint', value: constraint }]),
        ...(isDeprecated ? [{ type: 'olm.deprecated', value: {} }] : []),
      ],
    };
  });
}

function csvOf(name: string, index: number): string {
  return `${name}.v${index}.0.0`;
}

function operatorOf(name: string, index: number, provided: readonly string[], required: readonly string[]): InstalledOperator {
  return {
    csv: csvOf(name, index),
    version: `${index}.0.0`,
    properties: [
      { type: 'olm.package', value: { packageName: name, version: `${index}.0.0` } }, ...provided.map(provides), ...required.map(requires),
    ],
  };
}
