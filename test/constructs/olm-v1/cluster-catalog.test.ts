import { App, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import { CatalogAvailabilityMode, Cluster, ClusterCatalog, ClusterCatalogProps, OlmV1Version } from 'olm-constructs';
import { synth } from '../../builders/synthesized';

const IMAGE = 'quay.io/example/catalog:latest';
const BY_DIGEST = `quay.io/example/catalog@sha256:${'a'.repeat(64)}`;

function catalog(props: Partial<ClusterCatalogProps> = {}): ClusterCatalog {
  return new ClusterCatalog(Testing.chart(), 'catalog', { image: IMAGE, ...props });
}

describe('ClusterCatalog', () => {
  test('has an image, and omits fields that are not set', () => {
    expect(synth(Chart.of(catalog({ name: 'community' })))).toEqual([{
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterCatalog',
      metadata: { name: 'community' },
      spec: { source: { type: 'Image', image: { ref: IMAGE } } },
    }]);
  });

  test('supports every field of the CRD', () => {
    const [{ metadata, spec }] = synth(Chart.of(catalog({
      pollInterval: Duration.hours(1),
      priority: -5,
      availabilityMode: CatalogAvailabilityMode.UNAVAILABLE,
      labels: { team: 'a' },
      annotations: { note: 'b' },
    }))) as [ReturnType<typeof synth>[0]];
    expect(metadata).toEqual({ name: 'test-catalog-c88ca8b8', labels: { team: 'a' }, annotations: { note: 'b' } });
    expect(spec).toEqual({
      source: { type: 'Image', image: { ref: IMAGE, pollIntervalMinutes: 60 } },
      priority: -5,
      availabilityMode: 'Unavailable',
    });
  });

  test('is cluster-scoped, also in a chart with a namespace', () => {
    const chart = new Chart(Testing.app(), 'test', { namespace: 'demo' });
    new ClusterCatalog(chart, 'catalog', { image: BY_DIGEST });
    expect(synth(chart)[0]?.metadata).not.toHaveProperty('namespace');
  });

  test('is selected by the label that catalogd sets', () => {
    expect(catalog({ name: 'community' }).selectorLabels).toEqual({ 'olm.operatorframework.io/metadata.name': 'community' });
    expect(ClusterCatalog.fromName(Testing.chart(), 'community', 'operatorhubio').selectorLabels).toEqual({
      'olm.operatorframework.io/metadata.name': 'operatorhubio',
    });
    expect(ClusterCatalog.fromLabels(Testing.chart(), 'all', { support: 'true' }).selectorLabels).toEqual({ support: 'true' });
  });

  test('references create nothing', () => {
    const chart = Testing.chart();
    ClusterCatalog.fromName(chart, 'community', 'operatorhubio');
    expect(synth(chart)).toEqual([]);
  });

  test('has the ClusterCatalog as its default child, and is recognized', () => {
    const construct = catalog();
    expect(construct.node.defaultChild).toBe(construct.resource);
    expect([construct, {}, null].map(each => ClusterCatalog.isClusterCatalog(each))).toEqual([true, false, false]);
  });

  test('subclasses can change the spec', () => {
    class Preferred extends ClusterCatalog {
      protected override clusterCatalogSpec(): ReturnType<ClusterCatalog['clusterCatalogSpec']> {
        return { ...super.clusterCatalogSpec(), priority: 1000 };
      }
    }
    const construct = new Preferred(Testing.chart(), 'catalog', { image: IMAGE });
    expect(synth(Chart.of(construct))[0]?.spec).toMatchObject({ priority: 1000 });
  });

  test.each<[string, Partial<ClusterCatalogProps>, string]>([
    ['a missing image', { image: '' }, "[test/catalog] image is required: set 'image' to the image of the catalog"],
    ['an unknown key', { images: IMAGE } as object, "[test/catalog] unknown key 'images' in props of ClusterCatalog; known keys: 'image'"],
    ['an invalid name', { name: 'Not_a_name' }, "[test/catalog] name 'Not_a_name' must"],
    ['a poll interval of seconds', { pollInterval: Duration.seconds(90) }, '[test/catalog] pollInterval must be a whole number of minutes, at least 1, got 90 s'],
    ['a poll interval of zero', { pollInterval: Duration.minutes(0) }, 'pollInterval must be a whole number of minutes, at least 1, got 0 min'],
    ['a poll interval as a string', { pollInterval: '10m' as unknown as Duration }, "pollInterval must be a Duration, got '10m': use Duration."],
    ['a poll interval of a digest', { image: BY_DIGEST, pollInterval: Duration.minutes(5) }, 'has a digest, which always refers to the same image; omit pollInterval, or use a tag'],
    ['a fractional priority', { priority: 1.5 }, 'priority must be an integer from -2147483648 to 2147483647, got 1.5'],
    ['a large priority', { priority: 2 ** 31 }, 'priority must be an integer from -2147483648 to 2147483647, got 2147483648'],
  ])('%s is an error when it is constructed', (_, props, message) => {
    expect(() => catalog(props)).toThrow(message);
  });

  // The rules of the CRD, with upstream's messages.
  test.each([
    ['nothing after the name', 'quay.io/example/catalog', 'must end with a digest or a tag'],
    ['no domain', '/example/catalog:v1', 'must start with a valid domain'],
    ['no name', 'quay.io:v1', 'a valid name is required'],
    ['an invalid tag', 'quay.io/example/catalog:-v1', 'tag is invalid. valid tags must begin with a word character'],
    ['a long tag', `quay.io/example/catalog:${'a'.repeat(128)}`, 'tag is invalid. the tag must not be more than 127 characters'],
    ['an invalid digest algorithm', `quay.io/example/catalog@1:${'a'.repeat(64)}`, 'digest algorithm is not valid'],
    ['a short digest', 'quay.io/example/catalog@sha256:abc', 'digest is not valid. the encoded string must be at least 32 characters'],
    ['a digest that is not hexadecimal', `quay.io/example/catalog@sha256:${'x'.repeat(64)}`, 'digest is not valid. the encoded string must only contain hex characters'],
    ['more than 1000 characters', `quay.io/${'a'.repeat(1000)}:v1`, 'spec.source.image.ref'],
  ])('an image with %s is an error at synthesis', (_, image, message) => {
    expect(() => synth(Chart.of(catalog({ image })))).toThrow(message);
  });

  test('the rules also apply to what patches change', () => {
    const construct = catalog();
    construct.resource.addJsonPatch(JsonPatch.add('/spec/source/image/pollIntervalMinutes', 0));
    expect(() => synth(Chart.of(construct))).toThrow(/\[test\/catalog\/Resource\] the API server refuses ClusterCatalog 'test-catalog-\w+': spec\.source\.image\.pollIntervalMinutes/);
  });

  test('two of the same name are an error', () => {
    const chart = Testing.chart();
    ['one', 'two'].forEach(id => new ClusterCatalog(chart, id, { image: IMAGE, name: 'community' }));
    expect(() => synth(chart)).toThrow("'test/two/Resource' also creates ClusterCatalog 'community'; set another `name` for one of them");
  });

  test('references need a name or labels', () => {
    expect(() => ClusterCatalog.fromName(Testing.chart(), 'ref', 'A')).toThrow("[test/ref] name 'A' must");
    expect(() => ClusterCatalog.fromLabels(Testing.chart(), 'ref', {})).toThrow('[test/ref] labels is empty; set the labels of the ClusterCatalogs');
  });
});

describe('olmV1 of a Cluster', () => {
  test('has no experimental CRDs before 1.4', () => {
    expect(() => new Cluster(new App(), 'dev', { olmV1: { version: OlmV1Version.V1_3_0, experimental: true } })).toThrow(
      '[dev] experimental is true, and OLM v1 1.3.0 has no experimental CRDs; omit it, or install 1.4.0 or later',
    );
  });

  test('has no unknown keys', () => {
    expect(() => new Cluster(new App(), 'dev', { olmV1: { release: '1.4.0' } as object })).toThrow("[dev] unknown key 'release' in olmV1; known keys: 'version', 'experimental'");
  });
});
