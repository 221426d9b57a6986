import { join } from 'node:path';

import { Bundle } from '../../lib/bundle/bundle';
import { BundleError } from '../../lib/bundle/model/bundle-error';
import { Catalog } from '../../lib/catalog/catalog';
import { CatalogError } from '../../lib/catalog/declcfg/catalog-error';
import { CatalogTemplate } from '../../lib/catalog/catalog-template';
import { readYaml } from '../../lib/formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../lib/formats/yaml/source-text';
import { zstdFrames } from '../../lib/bundle/oci/zstd';
import { parseChallenges } from '../../lib/bundle/registry/token';
import { parseReference } from '../../lib/bundle/registry/reference';
import { replaceFiles } from '../builders/bundle-files';
import { ImageStore } from '../builders/image-layout';

/** Reads an input, if necessary from files in a folder. Any error other than the documented one is a failure. */
export type Reader = (input: Buffer, folder: string) => void;

function allowing(error: new (...parts: never[]) => Error, read: Reader): Reader {
  return (input, folder) => {
    try {
      read(input, folder);
    } catch (thrown) {
      if (!(thrown instanceof error)) {
        throw thrown;
      }
    }
  };
}

function asFile(read: (path: string) => unknown): Reader {
  return (input, folder) => {
    replaceFiles(folder, { input });
    read(join(folder, 'input'));
  };
}

/** Small limits keep an input that is large for its size from taking long. */
const LIMITS = { maxTotalBytes: 4_000_000, maxFileBytes: 1_000_000, maxFiles: 500, maxYamlDepth: 100, maxYamlNodes: 20_000 };

/** A layout with correct digests, whichever part the input replaces. */
function layoutWith(part: 'index' | 'manifest' | 'config' | 'layer', input: Buffer): { [path: string]: Buffer } {
  const store = new ImageStore();
  const replaced = (mediaType: string): object => store.put(mediaType, input);
  switch (part) {
    case 'index':
      return { ...store.layout(store.image()), 'index.json': input };
    case 'manifest':
      return store.layout(replaced('manifest'));
    case 'config':
      return store.layout(store.image({ manifest: (manifest) => ({ ...manifest, config: replaced('application/vnd.oci.image.config.v1+json') }) }));
    case 'layer':
      return store.layout(store.image({ config: (config) => ({ ...config, rootfs: undefined }), manifest: (manifest) => ({ ...manifest, layers: [replaced('layer')] }) }));
  }
}

function asPart(part: Parameters<typeof layoutWith>[0]): Reader {
  return allowing(BundleError, (input, folder) => {
    replaceFiles(folder, layoutWith(part, input));
    Bundle.fromOciLayout(folder, LIMITS);
  });
}

/** The readers, by the first part of the names of the inputs kept for them. */
export const READERS: { readonly [name: string]: Reader } = {
  yaml: allowing(YamlSyntaxError, (input) => {
    const content = input.toString('utf8');
    for (const target of ['object', 'string', 'any'] as const) {
      const { locate } = readYaml(content, { target, maxDepth: 100, maxNodes: 20_000 });
      locate(['metadata', 'name']);
    }
  }),
  archive: allowing(BundleError, asFile((path) => Bundle.fromArchive(path, LIMITS))),
  path: allowing(BundleError, asFile((path) => Bundle.fromPath(path, LIMITS))),
  layout: allowing(BundleError, asFile((path) => Bundle.fromOciLayout(path, LIMITS))),
  index: asPart('index'),
  manifest: asPart('manifest'),
  config: asPart('config'),
  layer: asPart('layer'),
  package: allowing(BundleError, (input, folder) => {
    replaceFiles(folder, { 'demo.package.yaml': input, '1.0.0/csv.yaml': '' });
    Bundle.fromPackageManifests(folder, LIMITS);
  }),
  catalog: allowing(CatalogError, (input) => void Catalog.fromString(input.toString('utf8'))),
  selection: allowing(CatalogError, asFile((path) => Catalog.filterFile(path, { packages: [{ name: 'p' }] }))),
  template: allowing(CatalogError, (input) => void CatalogTemplate.fromString(input.toString('utf8'))),
  zstd: (input) => void zstdFrames(input, 1_000_000),
  challenge: (input) => void parseChallenges(input.toString('latin1')),
  reference: allowing(BundleError, (input) => void parseReference(input.toString('utf8'))),
};
