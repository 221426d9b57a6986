import { createHash } from 'node:crypto';
import { RenderedBundle, renderedSamples, sampleNames } from './sample-bundles';
import { describeWith } from '../needed';
import { Catalog } from '../../lib/catalog/catalog';
import { realBundle } from '../remembered/real-bundle';

interface BundleBlob {
  readonly schema: string;
  readonly properties: readonly { readonly type: string; readonly value: { readonly data?: string } }[];
}

interface NamedObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** Returns a blob as recorded: each manifest as kind, name, length and digest. */
function recorded({ properties, ...blob }: BundleBlob): unknown {
  const isObject = ({ type }: { readonly type: string }): boolean => type === 'olm.bundle.object';
  return {
    ...blob,
    properties: properties.filter((property) => !isObject(property)),
    bundleObjects: properties.filter(isObject).map(({ value }) => {
      const json = Buffer.from(value.data!, 'base64').toString();
      const { kind, metadata } = JSON.parse(json) as NamedObject;
      return { kind, name: metadata.name, bytes: Buffer.byteLength(json), sha256: digest(json) };
    }),
  };
}

/** Returns the digest of JSON in ASCII without escaping `<`, `>` and `&`, as recorded. */
function digest(json: string): string {
  const ascii = JSON.stringify(JSON.parse(json)).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return createHash('sha256').update(ascii).digest('hex');
}

/** Go's sort is unstable: images with the same reference may be in any order. */
function byImageAndName({ relatedImages, ...bundle }: RenderedBundle): unknown {
  const order = (left: { image: string; name: string }, right: { image: string; name: string }): number => (
    `${left.image} ${left.name}` < `${right.image} ${right.name}` ? -1 : 1
  );
  return { ...bundle, ...(relatedImages === undefined ? {} : { relatedImages: [...relatedImages].sort(order) }) };
}

const samples = renderedSamples();

describeWith(samples)('the olm.bundle blob of a real bundle', () => {
  it('was rendered by opm for 32 bundles', () => {
    expect(samples.value).toHaveLength(32);
  });

  it.each(sampleNames())('of %s equals the output of opm render', (name) => {
    const { render: [expected] } = samples.value.find(({ bundle }) => bundle === name)!;
    const catalog = Catalog.fromBundles([realBundle(name)]);
    const blobs = catalog.toJsonLines().trim().split('\n').map((line) => JSON.parse(line) as BundleBlob);
    const actual = recorded(blobs.find(({ schema }) => schema === 'olm.bundle')!) as RenderedBundle;
    expect(byImageAndName(actual)).toEqual(byImageAndName(expected));
    expect(actual.relatedImages?.map(({ image }) => image)).toEqual(expected.relatedImages?.map(({ image }) => image));
  });
});
