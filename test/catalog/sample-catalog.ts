import { Catalog } from '../../../lib/bundle/catalog/catalog';
import { CatalogError } from '../../../lib/bundle/catalog/catalog-error';
import type { CatalogProblem } from '../../../lib/bundle/catalog/catalog-error';

/** A document that tests change. */
export interface Document {
  [field: string]: unknown;
}

/** The documents of a small catalog that opm accepts, new at each call: a package with two channels and three bundles. */
export function soundDocuments(): Document[] {
  return [
    { schema: 'olm.package', name: 'demo', defaultChannel: 'stable', description: 'Shows things' },
    {
      schema: 'olm.channel',
      name: 'stable',
      package: 'demo',
      entries: [
        { name: 'demo.v1.0.0' }, { name: 'demo.v1.1.0', replaces: 'demo.v1.0.0' },
        { name: 'demo.v1.2.0', replaces: 'demo.v1.1.0', skips: ['demo.v1.1.1'], skipRange: '<1.2.0' },
      ],
    },
    { schema: 'olm.channel', name: 'old', package: 'demo', entries: [{ name: 'demo.v1.0.0' }] },
    bundleDocument('1.0.0'), bundleDocument('1.1.0'), bundleDocument('1.2.0'),
  ];
}

/** The document of a bundle with an image. */
export function bundleDocument(version: string, more: Document = {}): Document {
  return {
    schema: 'olm.bundle', name: `demo.v${version}`, package: 'demo', image: `example.test/demo:v${version.replace('+', '-')}`,
    properties: [{ type: 'olm.package', value: { packageName: 'demo', version } }],
    ...more,
  };
}

/** Documents as a text, one a line. */
export function textOf(documents: readonly Document[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}

/** What is wrong with a text that should be a catalog; nothing when it is one. */
export function problemsOf(text: string): readonly CatalogProblem[] {
  return errorOf(() => Catalog.fromText(text))?.problems ?? [];
}

/** The error of reading a catalog; undefined when there is none. */
export function errorOf(read: () => Catalog): CatalogError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError) {
      return error;
    }
    throw error;
  }
}
