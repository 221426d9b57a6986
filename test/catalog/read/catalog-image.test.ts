import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BundleError } from '../../../lib/bundle/model/bundle-error';
import { Catalog } from '../../../lib/catalog/catalog';
import { CatalogError } from '../../../lib/catalog/declcfg/catalog-error';
import type { CatalogFetchOptions, CatalogOciLayoutOptions } from '../../../lib/catalog/read/read-options';
import { inFolder, withFiles } from '../../builders/bundle-files';
import { type ImageFacts, layoutOf } from '../../builders/image-layout';
import { tarOfFiles } from '../../builders/tar-archive';
import { LoopbackRegistry } from '../../bundle/registry/loopback-registry';
import { bundleBlob, jsonOf, type SampleBlob, validBlobs } from '../sample-catalog';

const LABEL = 'operators.operatorframework.io.index.configs.v1';
const JSON_LINES = Catalog.fromString(jsonOf(validBlobs())).toJsonLines();

/** Returns a catalog image with files in the folder of the catalog, and others beside it. */
function imageOf(files: { readonly [file: string]: string | Buffer }, labels: { readonly [label: string]: string } = { [LABEL]: '/configs' }): ImageFacts {
  const entries = Object.entries(files).map(([file, content]) => ({ path: `configs/${file}`, content }));
  return { labels, layers: [[{ path: 'bin/opm', content: 'a program' }, { path: 'bin/sh', type: 'SymbolicLink', linkpath: '/bin/opm' }], entries] };
}

const [PACKAGE, ...OTHERS] = validBlobs() as [SampleBlob, ...SampleBlob[]];

/** An image with the valid catalog in two files, and a file that is not a catalog. */
const IMAGE = imageOf({
  'demo/package.json': jsonOf([PACKAGE]), 'demo/rest/all.json': jsonOf(OTHERS), 'demo/README.md': '{', '.indexignore': '*.md\n',
});

let registry: LoopbackRegistry;

beforeEach(async () => {
  registry = await LoopbackRegistry.start();
});

afterEach(() => registry.close());

function fetch(facts: ImageFacts, options: CatalogFetchOptions = {}): Promise<Catalog> {
  registry.push('latest', facts);
  return Catalog.fetch(`${registry.host}/org/catalog:latest`, { plainHttp: true, anonymous: true, cache: false, ...options });
}

describe('Catalog.fetch', () => {
  it('reads the files in the folder that the label of the image names, without those that .indexignore excludes', async () => {
    expect((await fetch(IMAGE)).toJsonLines()).toBe(JSON_LINES);
  });

  it('reads an image by digest', async () => {
    const digest = registry.push('v1', IMAGE);
    const catalog = await Catalog.fetch(`${registry.host}/org/catalog@${digest}`, { plainHttp: true, anonymous: true, cache: false });
    expect(catalog.packageNames).toEqual(['demo']);
  });

  it('refuses what opm would refuse, with file and line', async () => {
    const error = fetch(imageOf({ 'demo.json': jsonOf([PACKAGE, ...OTHERS, bundleBlob('1.3.0')]) }));
    await expect(error).rejects.toThrow(CatalogError);
    await expect(error).rejects.toThrow(/demo\.json:7.*"demo\.v1\.3\.0"/);
  });

  it('refuses a file that is not UTF-8', async () => {
    await expect(fetch(imageOf({ 'x.json': Buffer.from([0xff, 0xfe]) }))).rejects.toThrow('x.json: the file is not UTF-8');
  });

  it('refuses too many patterns in .indexignore', async () => {
    await expect(fetch(imageOf({ '.indexignore': 'x\n'.repeat(1001) }))).rejects.toThrow('the .indexignore files have more than 1000 patterns; remove some');
  });

  it('refuses an image that is not a catalog image', async () => {
    const error = fetch(imageOf({}, {}));
    await expect(error).rejects.toThrow(BundleError);
    await expect(error).rejects.toThrow(`this is not a catalog image: it has no label ${LABEL}`);
  });

  it('refuses an image that does not exist', async () => {
    await expect(Catalog.fetch(`${registry.host}/org/catalog:nope`, { plainHttp: true, anonymous: true, cache: false, retries: 0 })).rejects.toThrow(BundleError);
  });

  it.each<[CatalogFetchOptions, string]>([
    [{ maxTotalBytes: 1000 }, 'limit maxTotalBytes'],
    [{ maxFileBytes: 100 }, 'limit maxFileBytes'],
    [{ maxFiles: 2 }, 'limit maxFiles'],
    [{ maxYamlDepth: 2 }, 'limit maxYamlDepth'],
  ])('applies the limit %j', async (options, message) => {
    await expect(fetch(IMAGE, options)).rejects.toThrow(message);
  });

  it('refuses unknown options', async () => {
    await expect(fetch(IMAGE, { credential: {} } as CatalogFetchOptions)).rejects.toThrow("unknown key 'credential' in options of Catalog.fetch; known keys: ");
    await expect(fetch(IMAGE, { credentials: { user: 'jane' } as never })).rejects
      .toThrow("unknown key 'user' in credentials in options of Catalog.fetch; known keys: 'username', 'password'");
    await expect(fetch(IMAGE, { accept: [] } as CatalogFetchOptions)).rejects.toThrow("unknown key 'accept' in options of Catalog.fetch");
    await expect(fetch(IMAGE, { maxFiles: 0 })).rejects.toThrow('maxFiles must be a positive integer, got 0');
  });
});

describe('Catalog.fromOciLayout', () => {
  it('reads a catalog image from a folder or an archive', () => {
    withFiles(layoutOf(IMAGE), (folder) => expect(Catalog.fromOciLayout(folder).toJsonLines()).toBe(JSON_LINES));
    inFolder((folder) => {
      writeFileSync(join(folder, 'catalog.tar'), tarOfFiles(layoutOf(IMAGE)));
      expect(Catalog.fromOciLayout(join(folder, 'catalog.tar')).toJsonLines()).toBe(JSON_LINES);
    });
  });

  it('refuses unknown images and options', () => {
    withFiles(layoutOf(IMAGE), (folder) => {
      expect(() => Catalog.fromOciLayout(folder, { image: 'nope' })).toThrow('the layout contains no image "nope"');
      expect(() => Catalog.fromOciLayout(folder, { caFile: 'x' } as CatalogOciLayoutOptions))
        .toThrow("unknown key 'caFile' in options of Catalog.fromOciLayout; known keys: 'image', 'platform', ");
    });
  });
});
