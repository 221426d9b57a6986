import { createHash } from 'node:crypto';
import { RenderedBundle, renderedSamples, sampleArchive, WITHOUT_SAMPLES } from './sample-bundles';
import { Bundle } from '../../../lib/bundle/bundle';
import { Catalog } from '../../../lib/bundle/catalog/catalog';

interface BundleDocument {
  readonly schema: string;
  readonly properties: readonly { readonly type: string; readonly value: { readonly data?: string } }[];
}

interface NamedObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** The form in which the recording keeps a document: each manifest as kind, name, length and digest. */
function recorded({ properties, ...document }: BundleDocument): unknown {
  const isObject = ({ type }: { readonly type: string }): boolean => type === 'olm.bundle.object';
  return {
    ...document,
    properties: properties.filter((property) => !isObject(property)),
    bundleObjects: properties.filter(isObject).map(({ value }) => {
      const json = Buffer.from(value.data!, 'base64').toString();
      const { kind, metadata } = JSON.parse(json) as NamedObject;
      return { kind, name: metadata.name, bytes: Buffer.byteLength(json), sha256: digest(json) };
    }),
  };
}

/** The recording's digests are of JSON in ASCII with `<`, `>` and `&` as they are. */
function digest(json: string): string {
  const ascii = JSON.stringify(JSON.parse(json)).replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return createHash('sha256').update(ascii).digest('hex');
}

/** Go sorts an unstable way: images of one reference may come in any order. */
function byImageAndName({ relatedImages, ...bundle }: RenderedBundle): unknown {
  const order = (left: { image: string; name: string }, right: { image: string; name: string }): number => (
    `${left.image} ${left.name}` < `${right.image} ${right.name}` ? -1 : 1
  );
  return { ...bundle, ...(relatedImages === undefined ? {} : { relatedImages: [...relatedImages].sort(order) }) };
}

describe('the olm.bundle document of a real bundle', () => {
  const samples = renderedSamples();

  it(samples.length === 0 ? WITHOUT_SAMPLES : 'was rendered by opm for 32 bundles', () => {
    expect([0, 32]).toContain(samples.length);
  });

  // A table of it.each must not be empty.
  for (const { bundle, render: [expected] } of samples) {
    it(`of ${bundle} equals what opm render makes of it`, () => {
      const catalog = Catalog.fromBundles([Bundle.fromArchive(sampleArchive(bundle))]);
      const documents = catalog.toJsonLines().trim().split('\n').map((line) => JSON.parse(line) as BundleDocument);
      const actual = recorded(documents.find(({ schema }) => schema === 'olm.bundle')!) as RenderedBundle;
      expect(byImageAndName(actual)).toEqual(byImageAndName(expected));
      expect(actual.relatedImages?.map(({ image }) => image)).toEqual(expected.relatedImages?.map(({ image }) => image));
    });
  }
});
