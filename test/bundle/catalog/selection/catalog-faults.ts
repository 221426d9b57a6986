import { annotatedChannelProblem as channelProblem } from '../../../../lib/bundle/catalog/from-bundles/annotated-channels';
import type { CatalogDocument } from '../../../../lib/bundle/catalog/wire';

/** What opm would refuse in documents whose bundles are sound: the rules between documents. */
export function catalogFaults(documents: readonly CatalogDocument[]): string[] {
  const of = <Schema extends CatalogDocument['schema']>(schema: Schema): Extract<CatalogDocument, { schema: Schema }>[] => (
    documents.filter((document): document is Extract<CatalogDocument, { schema: Schema }> => document.schema === schema)
  );
  const [packages, channels, bundles] = [of('olm.package'), of('olm.channel'), of('olm.bundle')];
  const key = (packageName: string, name: string): string => `${packageName} ${name}`;
  const channelKeys = new Set(channels.map((channel) => key(channel.package, channel.name)));
  const bundleKeys = new Set(bundles.map((bundle) => key(bundle.package, bundle.name)));
  const entryKeys = new Set(channels.flatMap((channel) => channel.entries.map((entry) => key(channel.package, entry.name))));
  const packageNames = new Set(packages.map(({ name }) => name));
  return [
    ...packages.filter(({ name, defaultChannel }) => !channelKeys.has(key(name, defaultChannel))).map(({ name }) => `default channel of ${name}`),
    ...channels.filter(({ entries }) => entries.length === 0).map(({ name }) => `empty channel ${name}`),
    ...channels.map(channelProblem).filter((problem) => problem !== undefined).map(({ message }) => message),
    ...[...channels, ...bundles].filter((document) => !packageNames.has(document.package)).map(({ name }) => `no package for ${name}`),
    ...[...entryKeys].filter((entry) => !bundleKeys.has(entry)).map((entry) => `no bundle for ${entry}`),
    ...[...bundleKeys].filter((bundle) => !entryKeys.has(bundle)).map((bundle) => `no entry for ${bundle}`),
    ...of('olm.deprecations').flatMap((document) => document.entries.map(({ reference }) => ({ reference, packageName: document.package })))
      .filter(({ reference: { schema, name = '' }, packageName }) => (
        (schema === 'olm.channel' && !channelKeys.has(key(packageName, name))) || (schema === 'olm.bundle' && !bundleKeys.has(key(packageName, name)))
          || !packageNames.has(packageName)))
      .map(({ reference }) => `deprecation of ${reference.name ?? ''}`),
  ];
}
