import { renderedSamples, sampleNames } from '../../catalog/sample-bundles';
import { describeWith } from '../../needed';
import { realBundle } from '../../remembered/real-bundle';

const samples = renderedSamples();

describeWith(samples)('a real bundle', () => {
  it('is read from each of 32 samples', () => {
    expect(samples.value).toHaveLength(32);
  });

  it.each(sampleNames())('is read as by opm: %s', (sample) => {
    const { render: [rendered] } = samples.value.find(({ bundle }) => bundle === sample)!;
    const read = realBundle(sample);
    const { version } = rendered.properties.find(({ type }) => type === 'olm.package')!.value as { version: string };
    expect({ name: read.name, package: read.packageName, version: read.version })
      .toEqual({ name: rendered.name, package: rendered.package, version });
    const objects = read.manifests.map(({ kind, name }) => `${kind} ${name}`);
    expect(objects.sort()).toEqual(rendered.bundleObjects.map(({ kind, name }) => `${kind} ${name}`).sort());
  });
});
