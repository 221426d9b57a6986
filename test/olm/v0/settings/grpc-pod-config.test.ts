import { Duration } from 'cdk8s';
import { catalogSourceProblems } from '../../../../lib/olm/v0/crds/catalog-source';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { SelectorOperator } from '../../../../lib/olm/v0/settings/affinity';
import { catalogImageProblems, pulledImage } from '../../../../lib/olm/v0/settings/default-catalog';
import { grpcPodConfigProblems } from '../../../../lib/olm/v0/settings/grpc-pod-config';

describe('the memory target of a catalog', () => {
  it.each(['1Mi', '64Mi', '1.5Gi', '2Ti', '100M', '2G', '1T', '2048k', '1024Ki', '1048576'])('can be %s', (memoryTarget) => {
    expect(grpcPodConfigProblems({ memoryTarget })).toEqual([]);
  });

  it.each(['', '0', '0Mi', '64', '1023Ki', '1M', '100m', '64MB', '64 Mi', '-64Mi', '1e9'])('cannot be "%s"', (memoryTarget) => {
    expect(grpcPodConfigProblems({ memoryTarget })).toEqual([`grpcPodConfig.memoryTarget must be an amount of memory such as 64Mi or 1Gi: got "${memoryTarget}"`]);
  });
});

test('each problem of the configuration of a pod is reported', () => {
  const config = {
    extractContent: { catalogDir: '/' },
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{
          weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: {}, namespaceSelector: { matchExpressions: [{ key: 'a', operator: SelectorOperator.LT }] } },
        }],
      },
    },
  };
  expect(grpcPodConfigProblems(config)).toEqual([
    'grpcPodConfig.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.namespaceSelector.matchExpressions[0].operator '
    + 'must be one of In, NotIn, Exists, DoesNotExist: got "Lt"',
    'grpcPodConfig.extractContent.catalogDir must be the path of a folder in the image, such as /configs: got "/"',
  ]);
  expect(grpcPodConfigProblems({ extractContent: {} as never })).toEqual([
    'grpcPodConfig.extractContent.catalogDir must be the path of a folder in the image, such as /configs: got ""',
  ]);
});

test('an interval of zero is refused: OLM would pull the image all the time', () => {
  expect(catalogImageProblems({ image: 'a.b/c:d', pollInterval: Duration.seconds(0) })).toEqual(['pollInterval must be a whole number of seconds, at least 1, got 0 s']);
});

test.each([1, 60, 5400])('an interval of %s seconds is accepted', (seconds) => {
  expect(catalogImageProblems({ image: 'a.b/c:d', pollInterval: Duration.seconds(seconds) })).toEqual([]);
});

test.each([
  ['quay.io/a/b:c', 'mirror.test/a/b:c'], ['busybox', 'mirror.test/library/busybox'], ['mirror.test/a/b:c', 'mirror.test/a/b:c'],
])('the image %s is pulled from the mirror as %s', (image, pulled) => {
  expect(pulledImage({ image, registryMirror: 'mirror.test' })).toBe(pulled);
  expect(pulledImage({ image })).toBe(image);
});

describe('fields of a CatalogSource that depend on the release', () => {
  const grpcPodConfig = { extractContent: { catalogDir: '/configs' }, memoryTarget: '1Gi', affinity: {}, nodeSelector: {} };

  it('are all supported by the newest one', () => {
    expect(catalogSourceProblems({ sourceType: 'grpc', grpcPodConfig }, OlmVersion.DEFAULT)).toEqual([]);
  });

  it('are reported with the first release that supports them', () => {
    expect(catalogSourceProblems({ grpcPodConfig }, OlmVersion.V0_25_0)).toEqual([
      'grpcPodConfig.affinity is not supported by OLM 0.25.0; omit it, or install 0.26.0 or later',
      'grpcPodConfig.extractContent is not supported by OLM 0.25.0; omit it, or install 0.26.0 or later',
      'grpcPodConfig.memoryTarget is not supported by OLM 0.25.0; omit it, or install 0.26.0 or later',
    ]);
  });

  it('are reported if a release requires them', () => {
    expect(catalogSourceProblems({ grpcPodConfig }, OlmVersion.V0_28_0)).toEqual([
      'grpcPodConfig.extractContent.cacheDir is required by OLM 0.28.0; set it, or install 0.32.0 or later',
    ]);
  });
});
