import { bundlesToServe, synthesizeRegistry } from './acceptance/registry-files';
import { Synthesizer } from './acceptance/synthesize';
import { LOOPBACK } from './control-plane/ports';
import { foundProgram } from './programs/found-program';
import { startOpm } from './registry/opm-server';
import { ServedBundle, servedBundles } from './registry/served-bundles';

const opm = foundProgram('opm');
const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** A document of a file-based catalog, as far as it is compared. */
interface CatalogDocument {
  readonly schema: string;
  readonly name: string;
  readonly package?: string;
  readonly entries?: readonly { readonly name: string }[];
  readonly properties?: readonly { readonly type: string; readonly value: { readonly version?: string } }[];
}

/** What a registry of this catalog has to serve: each bundle once for each channel that it is in. */
function bundlesOf(catalog: string): ServedBundle[] {
  const documents = catalog.trimEnd().split('\n').map(line => JSON.parse(line) as CatalogDocument);
  const versions = new Map(documents.filter(({ schema }) => schema === 'olm.bundle')
    .map(({ name, properties = [] }) => [name, properties.find(({ type }) => type === 'olm.package')?.value.version ?? '']));
  return documents.filter(({ schema }) => schema === 'olm.channel').flatMap(({ name: channelName, package: packageName = '', entries = [] }) =>
    entries.map(({ name: csvName }) => ({ packageName, channelName, csvName, version: versions.get(csvName) ?? '' })));
}

/** One order for both sides: opm promises none. */
function inOrder(bundles: ServedBundle[]): ServedBundle[] {
  const key = ({ packageName, channelName, csvName }: ServedBundle): string => `${packageName} ${channelName} ${csvName}`;
  return [...bundles].sort((left, right) => key(left) < key(right) ? -1 : 1);
}

describe('opm serve', () => {
  if (opm === undefined) {
    it('is not asked: opm is neither in OLM_BIN nor on PATH', () => expect(opm).toBeUndefined());
    return;
  }

  it.each(bundlesToServe())('serves what the init container has unpacked of %s', async (_, bundles) => {
    const { objects, catalog } = synthesizeRegistry(synthesizer, bundles());
    const { process: server, port } = await startOpm(opm, objects, synthesizer.folder());
    try {
      expect(inOrder(await servedBundles(server, `http://${LOOPBACK}:${String(port)}`))).toEqual(inOrder(bundlesOf(catalog)));
    } finally {
      await server.stop();
    }
  });
});
