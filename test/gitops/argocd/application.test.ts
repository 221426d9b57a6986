import { Chart, JsonPatch, Testing } from 'cdk8s';
import {
  ArgoCdApplication, ArgoCdApplicationProps, ArgoCdApplicationSet, ArgoCdApplicationSetProps, ArgoCdGenerator, ArgoCdProject,
} from 'olm-constructs/gitops';
import { one, synth } from '../../builders/synthesized';

const SOURCE = { repoUrl: 'https://git.example.com/platform.git', path: 'dist' };

const application = (props: Partial<ArgoCdApplicationProps> = {}) => {
  const chart = Testing.chart();
  new ArgoCdApplication(chart, 'operators', { name: 'operators', source: SOURCE, ...props });
  return one(synth(chart), 'Application');
};

describe('ArgoCdApplication', () => {
  test('applies each commit, deletes what is no longer in git, and ignores what OLM writes', () => {
    const { spec, ...others } = application();
    const { ignoreDifferences, ...rest } = spec;

    expect(others).toEqual({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'operators', namespace: 'argocd' } });
    expect(rest).toEqual({
      project: 'default',
      source: { repoURL: SOURCE.repoUrl, targetRevision: 'HEAD', path: 'dist' },
      destination: { server: 'https://kubernetes.default.svc' },
      syncPolicy: {
        automated: { prune: true, selfHeal: true },
        syncOptions: ['ServerSideApply=true', 'RespectIgnoreDifferences=true'],
        retry: { limit: 10, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } },
      },
    });
    expect((ignoreDifferences as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'OperatorGroup', 'Subscription', 'CatalogSource', 'Operator', 'ClusterServiceVersion', 'Namespace', 'CustomResourceDefinition', 'APIService',
      'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration',
    ]);
    expect((ignoreDifferences as object[])[1]).toEqual({
      group: 'operators.coreos.com', kind: 'Subscription',
      jqPathExpressions: ['.metadata.labels | select(. != null) | .[keys[] | select(startswith("operators.coreos.com/"))]'],
    });
  });

  test('applies its props', () => {
    const { metadata, spec } = application({
      namespace: 'gitops', labels: { team: 'platform' }, project: 'platform', automated: false, syncOptions: [], retryLimit: -1, cascadeDelete: true,
      ignoreOlmDifferences: false, ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }],
      source: { ...SOURCE, targetRevision: 'v1', recurse: true }, destination: { name: 'prod', namespace: 'apps' },
    });

    expect(metadata).toEqual({ name: 'operators', namespace: 'gitops', labels: { team: 'platform' }, finalizers: ['resources-finalizer.argocd.argoproj.io/foreground'] });
    expect(spec).toEqual({
      project: 'platform',
      source: { repoURL: SOURCE.repoUrl, targetRevision: 'v1', path: 'dist', directory: { recurse: true } },
      destination: { name: 'prod', namespace: 'apps' },
      syncPolicy: { retry: { limit: -1, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } } },
      ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }],
    });
  });

  test('can be patched', () => {
    const chart = Testing.chart();
    const { resource } = new ArgoCdApplication(chart, 'operators', { source: SOURCE });
    resource.addJsonPatch(JsonPatch.add('/spec/revisionHistoryLimit', 3));

    expect(one(synth(chart), 'Application').spec['revisionHistoryLimit']).toBe(3);
  });

  test.each<[string, object, string]>([
    ['an unknown prop', { sources: [] }, "unknown key 'sources' in props of ArgoCdApplication"],
    ['an unknown key of the source', { source: { repoURL: 'x' } }, "unknown key 'repoURL' in source"],
    ['a missing repository', { source: { repoUrl: '' } }, 'repoUrl of the source is empty; set it to the URL of a repository'],
    ['both a chart and a folder', { source: { ...SOURCE, chart: 'x' } }, 'the source has a chart and a folder; omit either chart, or path and recurse'],
    ['two clusters', { destination: { server: 'https://x', name: 'y' } }, 'the destination has a server and a name; omit one of the two'],
    ['an incomplete retry', { retryLimit: 0.5 }, 'retryLimit must be a whole number, got 0.5; set it to -1 for no limit'],
    ['settings of automated syncs without them', { automated: false, prune: true }, 'prune and selfHeal have no effect with automated: false; remove them'],
    ['a difference without fields', { ignoreDifferences: [{ kind: 'Pod' }] }, 'ignoreDifferences names no field of Pod; set jsonPointers'],
    ['a path that is not a JSON pointer', { ignoreDifferences: [{ kind: 'Pod', jsonPointers: ['.spec'] }] }, "'.spec' in ignoreDifferences is no JSON pointer"],
    ['an invalid name', { name: 'My App' }, "name 'My App' must"],
  ])('refuses %s', (_, props, message) => {
    expect(() => application(props)).toThrow(message);
  });
});

describe('ArgoCdApplicationSet', () => {
  const applicationSet = (props: Partial<ArgoCdApplicationSetProps> = {}) => {
    const chart = Testing.chart();
    new ArgoCdApplicationSet(chart, 'fleet', {
      name: 'fleet', applicationName: 'operators-{{.path.basename}}', source: { ...SOURCE, path: '{{.path.path}}' }, destination: { name: '{{.path.basename}}' },
      generators: [ArgoCdGenerator.gitDirectories({ repoUrl: SOURCE.repoUrl, paths: ['clusters/*'], exclude: ['clusters/old'] })], ...props,
    });
    return one(synth(chart), 'ApplicationSet').spec;
  };

  test('creates an Application for each folder of a repository', () => {
    const spec = applicationSet({ applicationLabels: { team: 'platform' }, cascadeDelete: true });

    expect(spec).toMatchObject({
      goTemplate: true,
      goTemplateOptions: ['missingkey=error'],
      generators: [{ git: { repoURL: SOURCE.repoUrl, revision: 'HEAD', directories: [{ path: 'clusters/*' }, { path: 'clusters/old', exclude: true }] } }],
      syncPolicy: { preserveResourcesOnDeletion: true },
      template: {
        metadata: { name: 'operators-{{.path.basename}}', labels: { team: 'platform' }, finalizers: ['resources-finalizer.argocd.argoproj.io/foreground'] },
        spec: { source: { path: '{{.path.path}}' }, destination: { name: '{{.path.basename}}' } },
      },
    });
  });

  test.each<[string, ArgoCdGenerator, object]>([
    ['all clusters', ArgoCdGenerator.clusters(), { clusters: {} }],
    ['clusters with labels', ArgoCdGenerator.clusters({ labels: { env: 'prod' }, values: { channel: 'stable' } }),
      { clusters: { selector: { matchLabels: { env: 'prod' } }, values: { channel: 'stable' } } }],
    ['the elements of a list', ArgoCdGenerator.list([{ cluster: 'one' }]), { list: { elements: [{ cluster: 'one' }] } }],
  ])('creates Applications for %s', (_, generator, expected) => {
    expect(applicationSet({ generators: [generator] })['generators']).toEqual([expected]);
  });

  test.each<[string, object, string]>([
    ['a missing generator', { generators: [] }, 'generators is empty; add one such as ArgoCdGenerator.clusters()'],
    ['one name for all Applications', { applicationName: 'operators' }, "applicationName 'operators' is the same for all Applications"],
    ['an unknown prop', { template: {} }, "unknown key 'template' in props of ArgoCdApplicationSet"],
  ])('refuses %s', (_, props, message) => {
    expect(() => applicationSet(props)).toThrow(message);
  });
});

describe('ArgoCdProject', () => {
  const project = (props: ConstructorParameters<typeof ArgoCdProject>[2] = {}) => {
    const chart: Chart = Testing.chart();
    new ArgoCdProject(chart, 'platform', { name: 'platform', ...props });
    return one(synth(chart), 'AppProject').spec;
  };

  test('allows everything by default', () => {
    expect(project()).toEqual({
      sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }], clusterResourceWhitelist: [{ group: '*', kind: '*' }],
    });
  });

  test('limits repositories, clusters and kinds, and warns of orphaned resources other than those of OLM', () => {
    expect(project({
      description: 'Operators', sourceRepos: [SOURCE.repoUrl], destinations: [{ name: 'prod', namespace: 'apps' }],
      clusterResources: [{ group: '', kind: 'Namespace' }], warnOfOrphans: true,
    })).toMatchObject({
      description: 'Operators', sourceRepos: [SOURCE.repoUrl], destinations: [{ name: 'prod', namespace: 'apps' }],
      clusterResourceWhitelist: [{ group: '', kind: 'Namespace' }],
      orphanedResources: { warn: true, ignore: expect.arrayContaining([{ group: 'operators.coreos.com', kind: '*' }]) as unknown },
    });
  });

  test.each<[string, object, string]>([
    ['a destination', { destinations: [{ name: 'prod', namespaces: ['apps'] }] }, "unknown key 'namespaces' in destinations[0]"],
    ['a kind', { clusterResources: [{ group: '', kinds: ['Namespace'] }] }, "unknown key 'kinds' in clusterResources[0]"],
  ])('refuses an unknown key of %s', (_, props, message) => {
    expect(() => project(props)).toThrow(message);
  });
});

describe('ArgoCdGenerator', () => {
  const unknown: object = { selector: {} };

  test.each<[string, () => unknown]>([
    ['clusters', () => ArgoCdGenerator.clusters(unknown)],
    ['gitDirectories', () => ArgoCdGenerator.gitDirectories({ repoUrl: SOURCE.repoUrl, paths: ['clusters/*'], ...unknown })],
  ])('refuses an unknown option of %s', (method, create) => {
    expect(create).toThrow(`unknown key 'selector' in options of ArgoCdGenerator.${method}`);
  });
});
