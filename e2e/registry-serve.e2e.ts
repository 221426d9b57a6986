import { Catalog } from 'olm-constructs/catalog';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith, itWith } from '../test/needed';
import { catalogsToServe, CatalogToServe, partOfLargeCatalog, realCatalogsToServe } from './acceptance/catalogs-to-serve';
import { synthesizeRegistry } from './acceptance/registry-files';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject } from './cluster/kubernetes-object';
import { LOOPBACK } from './control-plane/ports';
import { neededProgram } from './programs/found-program';
import { pathIn, podSpecOf } from './registry/init-container';
import { startOpm } from './registry/opm-server';
import { opmValidate } from './registry/opm-validate';
import { ServedBundle, servedBundles } from './registry/served-bundles';
import { ServedPackage, servedPackages } from './registry/served-packages';

const opm = neededProgram('opm');
const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Bundles that a registry of this catalog must serve: one per bundle and channel, with its upgrade edges there. */
function bundlesOf(catalog: Catalog): ServedBundle[] {
  return catalog.packages.flatMap(({ name: packageName, channels }) => channels.flatMap(({ name: channelName, entries }) =>
    entries.map(({ bundle: { name: csvName, version }, replaces = '', skips }) => ({ packageName, channelName, csvName, version, replaces, skips }))));
}

/** Packages, channels and heads that a registry of this catalog must serve. */
function packagesOf(catalog: Catalog): ServedPackage[] {
  const byName = (left: { name: string }, right: { name: string }): number => left.name < right.name ? -1 : 1;
  return [...catalog.packages].sort(byName).map(({ name, defaultChannel, channels }) => ({
    name,
    defaultChannel: defaultChannel.name,
    channels: [...channels].sort(byName).map(channel => ({ name: channel.name, head: channel.head.name })),
  }));
}

/** Sorts both sides: opm guarantees no order. */
function inOrder(bundles: ServedBundle[]): ServedBundle[] {
  const key = ({ packageName, channelName, csvName }: ServedBundle): string => `${packageName} ${channelName} ${csvName}`;
  return [...bundles].sort((left, right) => key(left) < key(right) ? -1 : 1);
}

/** Everything OLM reads from a registry. */
interface ServedContent {
  readonly bundles: ServedBundle[];
  readonly packages: ServedPackage[];
}

/** Returns what opm serves from a registry's objects. */
async function served(program: string, objects: readonly KubernetesObject[], root: string): Promise<ServedContent> {
  const { process: server, port } = await startOpm(program, objects, root);
  try {
    const authority = `http://${LOOPBACK}:${String(port)}`;
    return { bundles: await servedBundles(server, authority), packages: await servedPackages(authority) };
  } finally {
    await server.stop();
  }
}

describeWith(opm)('opm serve', () => {
  const expectServed = async ({ content }: CatalogToServe): Promise<void> => {
    const { objects, catalog } = synthesizeRegistry(synthesizer, content(synthesizer.folder()));
    const root = synthesizer.folder();
    const { bundles, packages } = await served(opm.value, objects, root);
    expect(inOrder(bundles)).toEqual(inOrder(bundlesOf(catalog)));
    expect(packages).toEqual(packagesOf(catalog));
    expect(opmValidate(opm.value, pathIn(root, podSpecOf(objects).containers[0]?.args?.[1] ?? ''))).toEqual({ exitCode: 0, stderr: '' });
  };

  it.each(catalogsToServe())('serves what the init container unpacked of $title, and validates it', expectServed);

  itWith(SAMPLES).each(realCatalogsToServe())('serves what the init container unpacked of $title, and validates it', expectServed);

  it('serves the selected packages, channels and heads of a large catalog', async () => {
    const { objects } = synthesizeRegistry(synthesizer, { catalog: partOfLargeCatalog(synthesizer.folder()) });
    const { bundles, packages } = await served(opm.value, objects, synthesizer.folder());
    const channels = (name: string, fast: string, stable: string): ServedPackage => ({
      name, defaultChannel: 'stable', channels: [{ name: 'fast', head: `${name}.${fast}` }, { name: 'stable', head: `${name}.${stable}` }],
    });
    expect(packages).toEqual([
      channels('operator-0007', 'v1.19.0', 'v1.19.0'),
      channels('operator-0042', 'v1.19.0', 'v1.11.0'),
      channels('operator-0099', 'v1.19.0', 'v1.19.0'),
    ]);
    const versions = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const chain = (name: string, channel: string, minors: number[]): string[] =>
      minors.map(minor => `${name} ${channel}: v1.${String(minor)}.0 replaces v1.${String(minor - 1)}.0`);
    expect(bundles.map(({ packageName, channelName, csvName, replaces, skips }) =>
      `${packageName} ${channelName}: ${[csvName, 'replaces', replaces, ...skips].join(' ').replaceAll(`${packageName}.`, '')}`).sort()).toEqual([
      ...chain('operator-0007', 'fast', [19]),
      ...chain('operator-0007', 'stable', [19]),
      ...chain('operator-0042', 'fast', versions(17, 19)),
      ...chain('operator-0042', 'stable', versions(5, 11)),
      ...chain('operator-0099', 'fast', [19]),
      'operator-0099 stable: v1.19.0 replaces v1.3.0 v1.18.0',
      ...chain('operator-0099', 'stable', [3]),
    ].sort());
  });
});
