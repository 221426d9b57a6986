import { Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import {
  FluxDeletionPolicy, FluxGitRepository, FluxGitRepositoryProps, FluxHealthChecks, FluxKustomization, FluxKustomizationProps, FluxOciProvider,
  FluxOciRepository, FluxOciRepositoryProps, FluxSourceRef, IFluxKustomization,
} from 'olm-constructs/gitops';

function synth(create: (chart: Chart) => void): unknown[] {
  const chart = Testing.chart();
  create(chart);
  return Testing.synth(chart) as unknown[];
}

const git = { url: 'https://git.example.com/platform.git' };
const oci = { url: 'oci://registry.example.com/platform/manifests' };
const SHA = 'a'.repeat(40);

describe('FluxGitRepository', () => {
  test('follows the branch main by default', () => {
    expect(synth((chart) => new FluxGitRepository(chart, 'platform', { ...git, name: 'platform' }))).toEqual([{
      apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', metadata: { name: 'platform', namespace: 'flux-system' },
      spec: { interval: '10m', url: git.url, ref: { branch: 'main' } },
    }]);
  });

  test('writes each prop to the field of the same meaning', () => {
    expect(synth((chart) => new FluxGitRepository(chart, 'platform', {
      url: 'ssh://git@git.example.com/platform.git', branch: 'release', commit: SHA, secretName: 'key', sparseCheckout: ['clusters'], ignore: '*.md',
      timeout: Duration.seconds(90), interval: Duration.hours(1), suspend: true, name: 'a', namespace: 'gitops', labels: { l: '1' }, annotations: { a: '2' },
    }))).toEqual([{
      apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository',
      metadata: { name: 'a', namespace: 'gitops', labels: { l: '1' }, annotations: { a: '2' } },
      spec: {
        interval: '1h', timeout: '90s', url: 'ssh://git@git.example.com/platform.git', ref: { branch: 'release', commit: SHA }, secretRef: { name: 'key' },
        sparseCheckout: ['clusters'], ignore: '*.md', suspend: true,
      },
    }]);
  });

  test.each<[string, Partial<FluxGitRepositoryProps>, RegExp]>([
    ['a missing URL', { url: '' }, /url is required/],
    ['an scp address', { url: 'git@git.example.com:team/platform.git' }, /set 'url' to one such as 'ssh:\/\/git@git.example.com\/team\/platform.git'/],
    ['another scheme', { url: 'file:///srv/git' }, /url must begin with https:\/\/, http:\/\/ or ssh:\/\//],
    ['two references', { branch: 'main', tag: 'v1' }, /branch and tag are set, of which Flux uses one only/],
    ['an abbreviated commit', { commit: 'abc1234' }, /commit must be the full SHA/],
    ['an empty branch', { branch: '' }, /branch must not be empty/],
    ['an invalid name', { name: 'Platform' }, /name 'Platform' must/],
    ['a fraction of a second', { interval: Duration.millis(500) }, /interval must be a whole number of seconds, at least 1/],
    ['an unknown prop', { brunch: 'main' } as object, /unknown key 'brunch' in props of FluxGitRepository; .* the nearest is 'branch'/],
  ])('refuses %s', (_, props, message) => {
    expect(() => new FluxGitRepository(Testing.chart(), 'x', { ...git, ...props })).toThrow(message);
  });
});

describe('FluxOciRepository', () => {
  test('writes each prop to the field of the same meaning', () => {
    expect(synth((chart) => new FluxOciRepository(chart, 'platform', {
      ...oci, digest: `sha256:${'0'.repeat(64)}`, provider: FluxOciProvider.AWS, secretName: 'pull', serviceAccountName: 'puller', certSecretName: 'certs',
      insecure: true, timeout: Duration.minutes(2), name: 'platform',
    }))).toEqual([{
      apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'OCIRepository', metadata: { name: 'platform', namespace: 'flux-system' },
      spec: {
        interval: '10m', timeout: '2m', url: oci.url, ref: { digest: `sha256:${'0'.repeat(64)}` }, provider: 'aws', secretRef: { name: 'pull' },
        serviceAccountName: 'puller', certSecretRef: { name: 'certs' }, insecure: true,
      },
    }]);
  });

  test.each<[string, Partial<FluxOciRepositoryProps>, RegExp]>([
    ['a missing URL', { url: '' }, /url is required/],
    ['a URL without scheme', { url: 'registry.example.com/platform' }, /url must be oci:\/\/ with a registry and a repository/],
    ['a tag in the URL', { url: `${oci.url}:v1` }, /url must not have a tag or a digest.*set 'tag' to 'v1'/],
    ['a digest in the URL', { url: `${oci.url}@sha256:00` }, /set 'digest' to 'sha256:00'/],
    ['two references', { tag: 'v1', semver: '>=1' }, /tag and semver are set/],
    ['a short digest', { digest: 'sha256:00' }, /digest must be 'sha256:' and 64 hexadecimal digits/],
  ])('refuses %s', (_, props, message) => {
    expect(() => new FluxOciRepository(Testing.chart(), 'x', { ...oci, ...props })).toThrow(message);
  });

  test('accepts a registry with a port', () => {
    expect(() => new FluxOciRepository(Testing.chart(), 'x', { url: 'oci://localhost:5000/platform' })).not.toThrow();
  });
});

describe('FluxKustomization', () => {
  test('prunes, and sets nothing else that is not specified', () => {
    expect(synth((chart) => new FluxKustomization(chart, 'apps', { source: FluxSourceRef.ociRepository('platform'), name: 'apps' }))).toEqual([{
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', metadata: { name: 'apps', namespace: 'flux-system' },
      spec: { interval: '10m', sourceRef: { kind: 'OCIRepository', name: 'platform' }, path: './', prune: true },
    }]);
  });

  test('writes each prop to the field of the same meaning', () => {
    const check = FluxHealthChecks.csv('hello.v1.0.0', 'hello');
    const [kustomization] = synth((chart) => {
      const made = new FluxKustomization(chart, 'apps', {
        source: FluxSourceRef.gitRepository('platform', 'gitops'), name: 'apps', path: 'clusters/prod-1/', prune: false,
        deletionPolicy: FluxDeletionPolicy.WAIT_FOR_TERMINATION, healthChecks: [check], healthCheckExprs: [FluxHealthChecks.ofKind('OLMConfig')],
        dependsOn: [{ name: 'infrastructure', namespace: 'other' }], timeout: Duration.minutes(5), retryInterval: Duration.minutes(1),
        serviceAccountName: 'applier', kubeConfigSecretName: 'prod-1', force: false, suspend: false,
      });
      made.resource.addJsonPatch(JsonPatch.add('/spec/targetNamespace', 'apps'));
    });
    expect(kustomization).toMatchObject({
      spec: {
        interval: '10m', retryInterval: '1m', timeout: '5m', sourceRef: { kind: 'GitRepository', name: 'platform', namespace: 'gitops' }, path: './clusters/prod-1',
        prune: false, deletionPolicy: 'WaitForTermination', healthChecks: [check], dependsOn: [{ name: 'infrastructure', namespace: 'other' }],
        healthCheckExprs: [{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'OLMConfig', current: 'true' }], serviceAccountName: 'applier',
        kubeConfig: { secretRef: { name: 'prod-1' } }, force: false, suspend: false, targetNamespace: 'apps',
      },
    });
  });

  test('is applied after the others that it depends on, and after its source', () => {
    const made = synth((chart) => {
      const second = new FluxKustomization(chart, 'second', { source: new FluxGitRepository(chart, 'git', { ...git, name: 'platform' }), name: 'second' });
      const first = new FluxKustomization(chart, 'first', { source: FluxSourceRef.gitRepository('platform'), name: 'first' });
      second.addDependsOn(first);
    }) as { kind: string; metadata: { name: string }; spec: { dependsOn?: unknown } }[];
    expect(made.map(({ kind, metadata: { name } }) => `${kind} ${name}`).slice(-1)).toEqual(['Kustomization second']);
    expect(made.at(-1)?.spec.dependsOn).toEqual([{ name: 'first' }]);
  });

  test('depends on Kustomizations of other classes', () => {
    class OwnKustomization extends Construct implements IFluxKustomization {
      public readonly name = 'own';
      public readonly namespace = 'team';
    }
    const made = synth((chart) => {
      const kustomization = new FluxKustomization(chart, 'second', { source: FluxSourceRef.gitRepository('platform'), name: 'second' });
      kustomization.addDependsOn(new OwnKustomization(chart, 'own'));
    }) as { spec: { dependsOn?: unknown } }[];
    expect(made.at(-1)?.spec.dependsOn).toEqual([{ name: 'own', namespace: 'team' }]);
  });

  test('refuses a cycle of dependencies', () => {
    const chart = Testing.chart();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => new FluxKustomization(chart, name, { source: FluxSourceRef.gitRepository('platform'), name }));
    a!.addDependsOn(b!);
    b!.addDependsOn(c!);
    expect(() => c!.addDependsOn(a!)).toThrow("Kustomization 'c' cannot depend on 'a', which depends on it; remove one of the two dependencies");
    expect(() => a!.addDependsOn(a!)).toThrow("Kustomization 'a' cannot depend on 'a'");
  });

  test.each<[string, Partial<FluxKustomizationProps>, RegExp]>([
    ['a missing source', { source: undefined } as object, /source is required/],
    ['a path outside the source', { path: '../x' }, /path must be a folder in the source/],
    ['an absolute path', { path: '/clusters' }, /path must be a folder in the source/],
    ['wait with healthChecks', { wait: true, healthChecks: [FluxHealthChecks.csv('a.v1', 'a')] }, /Flux ignores healthChecks if it waits for all objects; omit 'wait'/],
    ['a health check without a name', { healthChecks: [{ apiVersion: 'v1', kind: 'Pod', name: '' }] }, /healthChecks need apiVersion, kind and name/],
    ['an expression without current', { healthCheckExprs: [{ apiVersion: 'v1', kind: 'Pod', current: '' }] }, /healthCheckExprs\[0\] needs apiVersion, kind and current/],
    ['a dependency on itself', { name: 'a', dependsOn: [{ name: 'a' }] }, /Kustomization 'a' cannot depend on itself/],
    ['an invalid dependency', { dependsOn: [{ name: 'A' }] }, /dependsOn 'A' must/],
  ])('refuses %s', (_, props, message) => {
    expect(() => new FluxKustomization(Testing.chart(), 'x', { source: FluxSourceRef.gitRepository('platform'), ...props })).toThrow(message);
  });
});

test.each<[string, () => unknown, RegExp]>([
  ['a kind without a health check', () => FluxHealthChecks.ofKind('Subscripton'), /no health check for the kind 'Subscripton'; available: 13, and the nearest is 'Subscription'/],
  ['a ClusterServiceVersion with an invalid name', () => FluxHealthChecks.csv('Hello', 'hello'), /name 'Hello' must/],
  ['an invalid namespace', () => FluxHealthChecks.csv('hello', 'a.b'), /namespace 'a.b' must/],
])('FluxHealthChecks refuses %s', (_, make, message) => {
  expect(make).toThrow(message);
});
