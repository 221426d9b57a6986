import { ApiObject, App, Chart, Duration, Testing } from 'cdk8s';
import {
  Cluster, Fleet, ImageCatalog, ImageCatalogProps, OlmInstallation, OlmVersion, OperatorSubscription, SecurityContextConfig, TaintEffect,
  TolerationOperator,
} from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, Manifest, one, synth } from '../builders/synthesized';

const IMAGE = 'quay.io/example/catalog:v1';
const PINNED = `quay.io/example/catalog@sha256:${'a'.repeat(64)}`;

const catalogSource = (props: Partial<ImageCatalogProps>): Manifest => {
  const chart = Testing.chart();
  new ImageCatalog(chart, 'catalog', { image: IMAGE, name: 'mine', ...props });
  return one(synth(chart), 'CatalogSource');
};

const problem = (props: Partial<ImageCatalogProps>): string => {
  try {
    catalogSource(props);
  } catch (error) {
    return (error as Error).message.replace(/^Validation failed with the following errors:\n {2}/, '');
  }
  return 'none';
};

describe('ImageCatalog', () => {
  test('creates a CatalogSource for which OLM runs the image', () => {
    expect(catalogSource({})).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name: 'mine', namespace: 'olm' },
      spec: { displayName: 'mine', sourceType: 'grpc', image: IMAGE, grpcPodConfig: { securityContextConfig: 'restricted' } },
    });
  });

  test('is applied after the CRD of its kind and its namespace', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm');
    const { node } = new ImageCatalog(chart, 'catalog', { image: IMAGE });
    expect(node.dependencies.map(dependency => (dependency as ApiObject).name)).toEqual(['catalogsources.operators.coreos.com', 'olm']);
  });

  test('passes every prop on to the CatalogSource', () => {
    expect(catalogSource({
      pollInterval: Duration.hours(1),
      requireDigest: false,
      registryMirror: 'registry.example.com/quay',
      pullSecrets: ['regcred', 'other'],
      namespace: 'team',
      displayName: 'Mine',
      publisher: 'Me',
      description: 'Operators of mine',
      icon: { base64Data: 'PHN2Zy8+', mediaType: 'image/svg+xml' },
      priority: -10,
      labels: { team: 'a' },
      annotations: { note: 'b' },
      grpcPodConfig: {
        nodeSelector: { infra: 'true' },
        tolerations: [{ key: 'infra', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_SCHEDULE }],
        affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: {} }] } },
        priorityClassName: 'system-cluster-critical',
        memoryTarget: '64Mi',
        extractContent: { catalogDir: '/configs', cacheDir: '/tmp/cache' },
        securityContextConfig: SecurityContextConfig.LEGACY,
      },
    })).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name: 'mine', namespace: 'team', labels: { team: 'a' }, annotations: { note: 'b' } },
      spec: {
        displayName: 'Mine',
        publisher: 'Me',
        description: 'Operators of mine',
        icon: { base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' },
        sourceType: 'grpc',
        image: 'registry.example.com/quay/example/catalog:v1',
        priority: -10,
        secrets: ['regcred', 'other'],
        grpcPodConfig: {
          nodeSelector: { 'kubernetes.io/os': 'linux', 'infra': 'true' },
          tolerations: [{ key: 'infra', operator: 'Exists', effect: 'NoSchedule' }],
          affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: {} }] } },
          priorityClassName: 'system-cluster-critical',
          memoryTarget: '64Mi',
          extractContent: { catalogDir: '/configs', cacheDir: '/tmp/cache' },
          securityContextConfig: 'legacy',
        },
        updateStrategy: { registryPoll: { interval: '1h' } },
      },
    });
  });

  describe('of a catalog that was made here', () => {
    const layout = Catalog.fromBundles([sampleBundle()]).toImageLayout({ bundleRepository: 'quay.io/example/bundles' });

    test('lets OLM serve the content of the image', () => {
      expect(catalogSource({ layout, image: `quay.io/example/catalog@${layout.digest}` }).spec).toMatchObject({
        grpcPodConfig: { securityContextConfig: 'restricted', extractContent: { catalogDir: '/configs' } },
      });
      expect(catalogSource({ layout, grpcPodConfig: { memoryTarget: '64Mi' } }).spec).toMatchObject({
        grpcPodConfig: { memoryTarget: '64Mi', extractContent: { catalogDir: '/configs' } },
      });
    });

    test('refuses another image', () => {
      expect(problem({ layout, image: PINNED })).toBe(`[test/catalog] 'image' has the digest sha256:${'a'.repeat(64)}, and 'layout' ${layout.digest}: `
        + "push the layout again and use its digest, or omit 'layout'");
      expect(problem({ layout: sampleBundle().toImageLayout() })).toContain('which was not made from a catalog: set it to the result of Catalog.toImageLayout, or omit it');
    });
  });

  test('is named after its path by default', () => {
    const chart = new Chart(new App(), 'platform');
    expect(new ImageCatalog(chart, 'community', { image: PINNED }).catalogName).toMatch(/^platform-community-[0-9a-f]+$/);
  });

  test.each<[string, Partial<ImageCatalogProps>, string]>([
    ['an image that is not a reference', { image: 'https://quay.io/catalog' },
      '[test/catalog] image is not an image reference: got "https://quay.io/catalog"; write it as registry/repository@sha256:<64 hex digits> or registry/repository:tag'],
    ['a tag where a digest is required', { requireDigest: true },
      `[test/catalog] image "${IMAGE}" has no digest, but requireDigest is set; write it as registry/repository@sha256:<64 hex digits>`],
    ['polling of a digest', { image: PINNED, pollInterval: Duration.hours(1) },
      `[test/catalog] pollInterval is "1h", but image "${PINNED}" has a digest and cannot change; omit pollInterval, or name the image by a tag`],
    ['an interval that is not a duration', { pollInterval: '1h' as never }, "[test/catalog] pollInterval must be a Duration, got '1h': use Duration.millis(amount), Duration.seconds(amount), Duration.minutes(amount) or Duration.hours(amount)"],
    ['an interval of zero', { pollInterval: Duration.seconds(0) }, '[test/catalog] pollInterval must be a whole number of seconds, at least 1, got 0 s'],
    ['an interval below a second', { pollInterval: Duration.millis(1500) }, '[test/catalog] pollInterval must be a whole number of seconds, at least 1, got 1.5 s'],
    ['a mirror with a scheme', { registryMirror: 'https://mirror' },
      '[test/catalog] registryMirror must be a registry with an optional path: got "https://mirror"; write it as registry.example.com:5000/path, without https:// and without a trailing slash'],
    ['a priority that is not an integer', { priority: 1.5 }, '[test/catalog] priority must be an integer, got 1.5'],
    ['bytes as a memory target', { grpcPodConfig: { memoryTarget: '64' } },
      '[test/catalog] grpcPodConfig.memoryTarget must be an amount of memory such as 64Mi or 1Gi: got "64"'],
    ['a relative folder', { grpcPodConfig: { extractContent: { catalogDir: 'configs' } } },
      '[test/catalog] grpcPodConfig.extractContent.catalogDir must be the path of a folder in the image, such as /configs: got "configs"'],
    ['the root as the cache', { grpcPodConfig: { extractContent: { catalogDir: '/configs', cacheDir: '/' } } },
      '[test/catalog] grpcPodConfig.extractContent.cacheDir must be the path of a folder in the image, such as /configs: got "/"'],
    ['another security context', { grpcPodConfig: { securityContextConfig: 'baseline' as SecurityContextConfig } },
      "[test/catalog] grpcPodConfig.securityContextConfig must be SecurityContextConfig.RESTRICTED ('restricted') or SecurityContextConfig.LEGACY ('legacy'), got "
      + "'baseline'"],
    ['an unknown key of the pod', { grpcPodConfig: { nodeSelecter: {} } as object },
      "[test/catalog] unknown key 'nodeSelecter' in grpcPodConfig; known keys: 'nodeSelector', 'tolerations', 'affinity', 'priorityClassName', 'memoryTarget', 'extractContent', 'securityContextConfig'"],
  ])('refuses %s at synthesis', (_, props, message) => {
    expect(problem(props)).toBe(message);
  });

  test.each<[string, Partial<ImageCatalogProps>, string]>([
    ['a missing image', { image: '' }, "[test/catalog] image is required: set 'image' to the image of the catalog"],
    ['an unknown prop', { imag: 'x' } as object, "[test/catalog] unknown key 'imag' in props of ImageCatalog; known keys: 19, and the nearest is 'image'"],
    ['an unknown key of the icon', { icon: { base64Data: '', mediatype: '' } as never }, "[test/catalog] unknown key 'mediatype' in icon"],
    ['a name that no Service can have', { name: 'a.b' }, "[test/catalog] name 'a.b' is the name of a Service, too, and must"],
    ['an invalid pull secret', { pullSecrets: ['a', 'B'] }, "[test/catalog] pullSecrets[1] 'B' must"],
    ['an invalid priority class', { grpcPodConfig: { priorityClassName: 'High!' } }, "[test/catalog] grpcPodConfig.priorityClassName 'High!' must"],
    ['an invalid namespace', { namespace: 'My' }, "[test/catalog] namespace 'My' must"],
  ])('refuses %s when it is constructed', (_, props, message) => {
    expect(() => new ImageCatalog(Testing.chart(), 'catalog', { image: IMAGE, name: 'mine', ...props })).toThrow(message);
  });
});

describe('an ImageCatalog and the OLM of the app', () => {
  const withOlm = (version: OlmVersion, props: Partial<ImageCatalogProps> = {}): Manifest[] => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm', { version, catalogNamespace: 'catalogs' });
    new ImageCatalog(chart, 'catalog', { image: IMAGE, name: 'mine', ...props });
    return synth(chart);
  };
  const mine = (manifests: Manifest[]): Manifest => manifests.find(({ metadata, kind }) => kind === 'CatalogSource' && metadata.name === 'mine')!;

  test('is in its global catalog namespace, after its CRDs and that namespace', () => {
    const manifests = withOlm(OlmVersion.DEFAULT);
    const catalog = manifests.indexOf(mine(manifests));

    expect(mine(manifests).metadata.namespace).toBe('catalogs');
    expect(manifests.findIndex(({ metadata }) => metadata.name === 'catalogsources.operators.coreos.com')).toBeLessThan(catalog);
    expect(manifests.findIndex(({ kind, metadata }) => kind === 'Namespace' && metadata.name === 'catalogs')).toBeLessThan(catalog);
  });

  test('sets no security context in releases without one', () => {
    expect(mine(withOlm(OlmVersion.V0_22_0)).spec['grpcPodConfig']).toBeUndefined();
    expect(mine(withOlm(OlmVersion.V0_23_1)).spec['grpcPodConfig']).toEqual({ securityContextConfig: 'restricted' });
  });

  test.each<[OlmVersion, ImageCatalogProps['grpcPodConfig'], string]>([
    [OlmVersion.V0_19_1, { priorityClassName: 'high' }, 'grpcPodConfig is not supported by OLM 0.19.1; omit it, or install 0.20.0 or later'],
    [OlmVersion.V0_22_0, { securityContextConfig: SecurityContextConfig.LEGACY },
      'grpcPodConfig.securityContextConfig is not supported by OLM 0.22.0; omit it, or install 0.23.0 or later'],
    [OlmVersion.V0_25_0, { memoryTarget: '1Gi' }, 'grpcPodConfig.memoryTarget is not supported by OLM 0.25.0; omit it, or install 0.26.0 or later'],
    [OlmVersion.V0_26_0, { extractContent: { catalogDir: '/configs' } },
      'grpcPodConfig.extractContent.cacheDir is required by OLM 0.26.0; set it, or install 0.32.0 or later'],
  ])('refuses what OLM %s does not support', (version, grpcPodConfig, message) => {
    expect(() => withOlm(version, { grpcPodConfig: grpcPodConfig! })).toThrow(`[test/catalog] ${message}`);
  });

  test('can be in the namespace of an OLM that is in the cluster already', () => {
    const chart = Testing.chart();
    const olm = OlmInstallation.fromOpenShift(chart, 'olm');
    const catalog = new ImageCatalog(chart, 'catalog', { image: IMAGE, olm });

    expect(catalog.catalogNamespace).toBe('openshift-marketplace');
    expect(kindsOf(synth(chart))).toEqual(['CatalogSource']);
  });

  test('refuses a namespace by default if an OLM with another one is created later', () => {
    const chart = Testing.chart();
    new ImageCatalog(chart, 'catalog', { image: IMAGE, name: 'mine' });
    new OlmInstallation(chart, 'olm', { catalogNamespace: 'catalogs' });

    expect(() => synth(chart)).toThrow("[test/catalog] namespace is 'olm' by default, because the OLM at 'test/olm' was created later; its catalog namespace is 'catalogs'");
  });
});

describe('an ImageCatalog and other constructs', () => {
  test('is the catalog of a Subscription, which comes after it', () => {
    const app = new App();
    const catalogs = new Chart(app, 'catalogs');
    const operators = new Chart(app, 'operators');
    const catalog = new ImageCatalog(catalogs, 'community', { image: IMAGE, name: 'community' });
    new OperatorSubscription(operators, 'prometheus', { catalog, packageName: 'prometheus', channel: 'beta' });

    expect(one(synth(operators), 'Subscription').spec).toMatchObject({ source: 'community', sourceNamespace: 'olm', name: 'prometheus' });
  });

  test('comes before a Subscription in the same chart', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'a', { catalog: new ImageCatalog(chart, 'b', { image: IMAGE }), packageName: 'p' });

    expect(kindsOf(synth(chart))).toEqual(['Namespace', 'OperatorGroup', 'CatalogSource', 'Subscription']);
  });

  test('is checked against the content that was supplied for the image', () => {
    const chart = Testing.chart();
    const catalog = new ImageCatalog(chart, 'catalog', { image: PINNED, content: Catalog.fromBundles([sampleBundle()]) });

    expect(() => new OperatorSubscription(chart, 'operator', { catalog, packageName: 'sample-operater' }))
      .toThrow("[test/operator] package 'sample-operater' not found in the known content of catalog 'test-catalog-c88ca8b8'; available: 'sample-operator'; ");
    expect(new OperatorSubscription(chart, 'other', { catalog }).packageName).toBe('sample-operator');
  });

  test('refuses a Subscription in a namespace in which it is not visible', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm');
    const catalog = new ImageCatalog(chart, 'catalog', { image: IMAGE, namespace: 'elsewhere' });
    new OperatorSubscription(chart, 'operator', { catalog, packageName: 'p' });

    expect(() => synth(chart)).toThrow("[test/operator] the catalog is in namespace 'elsewhere' and not visible in namespace 'p'; "
      + "use a catalog in namespace 'p', or in OLM's global catalog namespace 'olm'");
  });

  test('refuses two catalogs of the same name in one cluster, but not in two', () => {
    const chart = Testing.chart();
    new ImageCatalog(chart, 'a', { image: IMAGE, name: 'mine' });
    new ImageCatalog(chart, 'b', { image: PINNED, name: 'mine' });
    expect(() => synth(chart)).toThrow("[test/a] 'test/b/Resource' also creates CatalogSource 'mine' in namespace 'olm'; set another `name` or `namespace` for one of them");

    const fleet = new Fleet();
    const charts = ['dev', 'prod'].map(id => new Chart(new Cluster(fleet, id), 'catalogs'));
    charts.forEach(each => new ImageCatalog(each, 'a', { image: IMAGE, name: 'mine' }));
    expect(charts.map(each => kindsOf(synth(each)))).toEqual([['CatalogSource'], ['CatalogSource']]);
  });

  test('is recognized, and subclasses change its spec', () => {
    class Weighted extends ImageCatalog {
      protected override catalogSourceSpec() {
        return { ...super.catalogSourceSpec(), priority: 7 };
      }
    }
    const chart = Testing.chart();
    const catalog = new Weighted(chart, 'catalog', { image: IMAGE });

    expect([ImageCatalog.isImageCatalog(catalog), ImageCatalog.isImageCatalog({})]).toEqual([true, false]);
    expect(one(synth(chart), 'CatalogSource').spec['priority']).toBe(7);
  });
});
