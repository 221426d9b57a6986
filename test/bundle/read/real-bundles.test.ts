import { renderedSamples, WITHOUT_SAMPLES } from '../../catalog/sample-bundles';
import { realBundle } from '../../remembered/real-bundle';

describe('a real bundle', () => {
  const samples = renderedSamples();

  it(samples.length === 0 ? WITHOUT_SAMPLES : 'is read from each of 32 samples', () => {
    expect([0, 32]).toContain(samples.length);
  });

  // A table of it.each must not be empty.
  for (const { bundle, render: [rendered] } of samples) {
    it(`is read as by opm: ${bundle}`, () => {
      const read = realBundle(bundle);
      const { version } = rendered.properties.find(({ type }) => type === 'olm.package')!.value as { version: string };
      expect({ name: read.name, package: read.packageName, version: read.version })
        .toEqual({ name: rendered.name, package: rendered.package, version });
      const objects = read.manifests.map(({ kind, name }) => `${kind} ${name}`);
      expect(objects.sort()).toEqual(rendered.bundleObjects.map(({ kind, name }) => `${kind} ${name}`).sort());
    });
  }
});
