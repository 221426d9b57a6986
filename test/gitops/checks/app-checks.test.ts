import { ApiObject, App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import {
  BundleDeployment, CatalogRef, Cluster, DefaultCatalog, Fleet, InstallMode, OlmInstallation, OlmV1Version, OperatorRegistry,
  OperatorServiceAccount, OperatorSubscription, PlainEngine,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { AppChecks, AppChecksOptions, AppFinding } from 'olm-constructs/gitops';
import { crdOf } from '../../builders/bundle-of';
import { ALL_MODES, extension, object, operator, plainSubscription, subscribe } from '../../builders/operator-objects';

/** Returns the findings in a chart, in a cluster that the test chooses. */
function findings(create: (chart: Chart) => void, options?: AppChecksOptions): AppFinding[] {
  const app = new App();
  create(new Chart(app, 'chart'));
  return AppChecks.report(app, options).findings;
}

/** Returns the findings of a check, as paths and message. */
function findingsOf(id: string, create: (chart: Chart) => void, options?: AppChecksOptions): [string[], string][] {
  return findings(create, options).filter((finding) => finding.id === id).map(({ paths, message }) => [paths, message]);
}

describe('AppChecks', () => {
  describe('operator-groups-intersect', () => {
    const cache = operator('cache', 'Cache');
    const id = 'operator-groups-intersect';

    it.each([
      ['one of them watches all namespaces', InstallMode.allNamespaces(), InstallMode.ownNamespace(), 1],
      ['both watch all namespaces', InstallMode.allNamespaces(), InstallMode.allNamespaces(), 1],
      ['one watches the namespace of the other', InstallMode.ownNamespace(), InstallMode.singleNamespace('one'), 1],
      ['each watches its own namespace', InstallMode.ownNamespace(), InstallMode.ownNamespace(), 0],
    ])('if %s', (_, first, second, count) => {
      expect(findingsOf(id, (chart) => {
        subscribe(chart, cache, 'one', first);
        subscribe(chart, cache, 'two', second);
      })).toHaveLength(count);
    });

    it('accepts operators of different APIs that watch all namespaces', () => {
      expect(findingsOf(id, (chart) => {
        subscribe(chart, cache, 'one', InstallMode.allNamespaces());
        subscribe(chart, operator('queue', 'Queue'), 'two', InstallMode.allNamespaces());
      })).toEqual([]);
    });
  });

  describe('target-namespace-missing', () => {
    const id = 'target-namespace-missing';
    const watch = (namespaces: string[]) => (chart: Chart): void => void subscribe(chart, operator('cache', 'Cache'), 'cache', InstallMode.multiNamespace(namespaces));

    it('accepts namespaces that the app creates, those of Kubernetes, and those that the options name', () => {
      expect(findingsOf(id, (chart) => {
        watch(['cache', 'team-a', 'team-b', 'default'])(chart);
        object(chart, 'team-a', 'v1', 'Namespace', undefined);
      }, { existingNamespaces: ['team-b'] })).toEqual([]);
    });
  });

  describe('required-api-missing', () => {
    const id = 'required-api-missing';
    const needy = operator('needy', 'Needy', {
      spec: {
        installModes: ALL_MODES,
        customresourcedefinitions: {
          owned: [{ name: 'needys.example.test', version: 'v1', kind: 'Needy' }], required: [{ name: 'caches.example.test', version: 'v1', kind: 'Cache' }],
        },
      },
    });
    const plain = (chart: Chart): void => void new BundleDeployment(chart, 'needy', { bundle: needy, engine: new PlainEngine({ requireDependencies: false }) });
    const registry = (bundles: Bundle[]) => (chart: Chart): void => {
      new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
      new OperatorRegistry(chart, 'registry', { bundles, name: 'catalog' });
      object(chart, 'ns', 'v1', 'Namespace', undefined);
      plainSubscription(chart, 'needy', 'needy');
    };

    it('finds an API that an operator without OLM requires and nothing provides', () => {
      expect(findingsOf(id, plain)).toEqual([[['chart/needy'], "bundle 'needy.v1.0.0' requires the API example.test/v1 Cache, and nothing provides it"]]);
    });

    it('accepts one that a catalog, another operator, a CRD of the app or the cluster provides', () => {
      expect([
        findingsOf(id, registry([needy, operator('cache', 'Cache')])),
        findingsOf(id, (chart) => {
          plain(chart);
          new BundleDeployment(chart, 'cache', { bundle: operator('cache', 'Cache'), engine: new PlainEngine() });
        }),
        findingsOf(id, (chart) => {
          plain(chart);
          new ApiObject(chart, 'crd', crdOf('Cache') as ConstructorParameters<typeof ApiObject>[2]);
        }),
        findingsOf(id, plain, { existingApiGroups: ['example.test'] }),
      ]).toEqual([[], [], [], []]);
    });
  });

  describe('kubernetes-too-old', () => {
    const id = 'kubernetes-too-old';
    const create = (chart: Chart): void => void subscribe(chart, operator('cache', 'Cache', { spec: { installModes: ALL_MODES, minKubeVersion: '1.30.0' } }), 'cache');

    it.each([['1.30'], ['v1.31.2'], [undefined]])('accepts %s', (kubernetesVersion) => {
      expect(findingsOf(id, create, kubernetesVersion === undefined ? {} : { kubernetesVersion })).toEqual([]);
    });

    it('leaves a version that the cluster states to the Subscription, which refuses it', () => {
      const app = new App();
      create(new Chart(new Cluster(app, 'prod', { kubernetesVersion: '1.29' }), 'chart'));
      expect(AppChecks.report(app).findings.map((finding) => finding.id)).toEqual(['construct-refused']);
    });
  });

  describe('olm-twice', () => {
    const id = 'olm-twice';
    const deployment = (chart: Construct, name: string, namespace: string): ApiObject => new ApiObject(chart, `${name}-${namespace}`, {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace },
    });

    it('finds an OLM in manifests beside an installation, and a second OLM v1', () => {
      expect(findingsOf(id, (chart) => {
        new OlmInstallation(chart, 'olm');
        deployment(chart, 'olm-operator', 'other');
        deployment(chart, 'operator-controller-controller-manager', 'a');
        deployment(chart, 'operator-controller-controller-manager', 'b');
      }).map(([paths]) => paths)).toEqual([
        ['chart/olm', 'chart/olm-operator-other'],
        ['chart/operator-controller-controller-manager-a', 'chart/operator-controller-controller-manager-b'],
      ]);
    });
  });

  describe('package-twice', () => {
    const id = 'package-twice';

    it.each<[string, (chart: Chart) => void, string]>([
      ['two ClusterExtensions', (chart) => ['a', 'b'].forEach((name) => extension(chart, name, 'cache', name)),
        "package 'cache' is installed 2 times, at 'chart/a' and 'chart/b'"],
      ['two engines', (chart) => {
        plainSubscription(chart, 'a', 'cache');
        extension(chart, 'b', 'cache', 'b');
      }, "package 'cache' is installed by OlmV0 and OlmV1, at 'chart/a' and 'chart/b', and each of them changes the objects of the other"],
    ])('finds %s', (_, create, message) => {
      expect(findingsOf(id, create)).toEqual([[['chart/a', 'chart/b'], message]]);
    });

    it('accepts one package in several namespaces, and several packages in one', () => {
      expect(findingsOf(id, (chart) => {
        plainSubscription(chart, 'a', 'cache', 'one');
        plainSubscription(chart, 'b', 'cache', 'two');
        plainSubscription(chart, 'c', 'queue', 'two');
      })).toEqual([]);
    });

    it('leaves two OperatorSubscriptions in a namespace to their own checks', () => {
      const ids = findings((chart) => {
        for (const [id, createNamespace] of [['a', true], ['b', false]] as const) {
          new OperatorSubscription(chart, id, {
            catalog: CatalogRef.named('catalog', 'olm'), packageName: 'cache', name: id, namespace: 'cache', createNamespace,
          });
        }
      }).map((finding) => finding.id);
      expect(new Set(ids)).toEqual(new Set(['construct-refused']));
    });
  });

  describe('image-without-digest', () => {
    const id = 'image-without-digest';
    const pod = (image: string) => (chart: Chart): void => void object(chart, 'pod', 'v1', 'Pod', 'ns', { containers: [{ name: 'a', image }] });

    it('finds images of objects and of bundles, if digests are required', () => {
      expect(findingsOf(id, (chart) => {
        pod('example.test/pod:1')(chart);
        subscribe(chart, operator('cache', 'Cache'), 'cache');
      }, { requireDigests: true })).toEqual([
        [['chart/pod'], "Pod 'pod' has the image 'example.test/pod:1' without a digest"],
        [['chart/cache'], "bundle 'cache.v1.0.0' has the image 'example.test/demo:1' without a digest"],
      ]);
    });

    it('accepts all images if digests are not required', () => {
      expect(findingsOf(id, pod('example.test/pod:1'))).toEqual([]);
    });
  });

  describe('deprecated-content', () => {
    const id = 'deprecated-content';
    const deprecations = { cache: { packageMessage: 'use queue', channels: { stable: 'use fast' }, bundles: { 'cache.v1.0.0': 'it leaks' } } };
    const create = (chart: Chart): void => {
      new OperatorRegistry(chart, 'registry', { bundles: [operator('cache', 'Cache')], name: 'catalog', deprecations });
      plainSubscription(chart, 'cache', 'cache', 'ns', { channel: 'stable' });
    };

    it('finds the package, the channel and the bundle of a plain Subscription', () => {
      expect(findingsOf(id, create)).toEqual([
        "package 'cache' is deprecated: use queue", "channel 'stable' of package 'cache' is deprecated: use fast", "bundle 'cache.v1.0.0' is deprecated: it leaks",
      ].map((message) => [['chart/cache'], message]));
    });
  });

  describe('api-removed and api-deprecated', () => {
    it('accepts APIs that the version of Kubernetes still serves', () => {
      const create = (chart: Chart): void => void object(chart, 'budget', 'policy/v1beta1', 'PodDisruptionBudget', 'ns');
      expect(findingsOf('api-removed', create, { kubernetesVersion: '1.24' })).toEqual([]);
    });

    it('finds versions that a CRD deprecates', () => {
      const crd = crdOf('Cache', { type: 'object' }, ['v1', 'v1beta1']) as { spec: { versions: object[] } };
      crd.spec.versions[1] = { ...crd.spec.versions[1], deprecated: true, deprecationWarning: 'use v1' };
      const create = (version: string) => (chart: Chart): void => {
        new ApiObject(chart, 'crd', crd as unknown as ConstructorParameters<typeof ApiObject>[2]);
        object(chart, 'my-cache', `example.test/${version}`, 'Cache', 'ns');
      };
      expect(findingsOf('api-deprecated', create('v1beta1'))).toEqual([
        [['chart/my-cache'], "Cache 'my-cache' has the API version example.test/v1beta1, which is deprecated: use v1"],
      ]);
      expect(findingsOf('api-deprecated', create('v1'))).toEqual([]);
    });
  });

  describe('engines', () => {
    it('accepts another engine in each cluster', () => {
      const app = new Fleet();
      plainSubscription(new Chart(new Cluster(app, 'old'), 'chart'), 'a', 'cache');
      extension(new Chart(new Cluster(app, 'new'), 'chart'), 'b', 'cache', 'ns');
      expect(AppChecks.report(app, { existingNamespaces: ['ns'] }).findings).toEqual([]);
    });
  });

  describe('custom-resource-invalid', () => {
    const id = 'custom-resource-invalid';
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          required: ['size'],
          properties: { size: { type: 'integer', maximum: 5 }, spare: { type: 'integer' } },
          'x-kubernetes-validations': [{ rule: '!has(self.spare) || self.spare < self.size', message: 'spare must be less than size' }],
        },
      },
    };
    const create = (spec: object, version = 'v1') => (chart: Chart): void => {
      subscribe(chart, operator('cache', 'Cache', {}, schema), 'cache');
      object(chart, 'my-cache', `example.test/${version}`, 'Cache', 'cache', spec);
    };

    it.each([
      ['a value that the schema refuses', { size: 9 }, 'spec.size: must be at most 5, got 9'],
      ['an unknown field', { size: 1, sice: 2 }, "spec.sice: is unknown; known fields: 'size', 'spare'"],
      ['a value that a rule refuses', { size: 1, spare: 2 }, 'spec: spare must be less than size'],
    ])('finds %s', (_, spec, problem) => {
      expect(findingsOf(id, create(spec))).toEqual([
        [['chart/my-cache'], `the API server refuses Cache 'my-cache' under the CustomResourceDefinition 'caches.example.test' of the bundle 'cache.v1.0.0': ${problem}`],
      ]);
    });

    it('finds a version that the bundle does not serve', () => {
      expect(findingsOf(id, create({ size: 1 }, 'v2'))).toEqual([[['chart/my-cache'],
        "the API server refuses Cache 'my-cache' under the CustomResourceDefinition 'caches.example.test' of the bundle 'cache.v1.0.0': apiVersion: must be example.test/v1"]]);
    });

    it("finds what the CRDs of OLM's release refuse in plain objects", () => {
      const withOlm = (spec: object) => (chart: Chart): void => {
        new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
        plainSubscription(chart, 'keda', 'keda', 'ns', spec);
      };
      const refused = (problem: string): [string[], string][] => [
        [['chart/keda'], `the API server refuses Subscription 'keda' under the CustomResourceDefinition 'subscriptions.operators.coreos.com': ${problem}`],
      ];
      expect(findingsOf(id, withOlm({ chanel: 'stable' }))).toEqual([[['chart/keda'], expect.stringContaining('spec.chanel: is unknown') as string]]);
      expect(findingsOf(id, withOlm({ config: { env: 'A=1' } }))).toEqual(refused('spec.config.env: must be a list, got the string "A=1"'));
      expect(findingsOf(id, withOlm({ channel: 'stable' }))).toEqual([]);
      expect(findingsOf(id, (chart) => plainSubscription(chart, 'keda', 'keda', 'ns', { chanel: 'stable' }))).toEqual([]);
    });

    it('finds what the CRDs of the stated release of OLM v1 refuse in plain objects', () => {
      const app = new Fleet();
      const cluster = new Cluster(app, 'prod', { olmV1: { version: OlmV1Version.DEFAULT } });
      const chart = new Chart(cluster, 'chart');
      extension(chart, 'checked', 'keda', 'keda');
      object(chart, 'plain', 'olm.operatorframework.io/v1', 'ClusterExtension', undefined, {
        namespace: 'keda', source: { sourceType: 'Image', catalog: { packageName: 'keda' } },
      });
      expect(AppChecks.report(app).findings.filter((finding) => finding.id === id).map(({ paths }) => paths)).toEqual([['prod/chart/plain']]);
    });

    it('accepts what the CRD accepts, after patches', () => {
      expect(findingsOf(id, create({ size: 1, spare: 0 }))).toEqual([]);
    });
  });

  describe('kind-unknown', () => {
    const id = 'kind-unknown';
    const create = (chart: Chart): void => {
      subscribe(chart, operator('cache', 'Cache'), 'cache');
      object(chart, 'my-queue', 'example.test/v1', 'Queue', 'cache');
    };

    it('accepts kinds of Kubernetes, of known groups, and all kinds if an operator is unknown', () => {
      expect([
        findingsOf(id, create, { existingApiGroups: ['example.test'] }),
        findingsOf(id, (chart) => {
          create(chart);
          plainSubscription(chart, 'unknown', 'unknown');
        }),
        findingsOf(id, (chart) => ['v1', 'apps/v1', 'gateway.networking.k8s.io/v1', 'argoproj.io/v1alpha1'].forEach((apiVersion, index) => {
          object(chart, `o${index}`, apiVersion, 'Thing', 'ns');
        })),
      ]).toEqual([[], [], []]);
    });
  });

  it('reports what constructs themselves refuse and warn about, without printing it', () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const found = findings((chart) => {
      const registry = new OperatorRegistry(chart, 'registry', { bundles: [operator('cache', 'Cache')], namespace: 'cache', deprecations: { cache: { packageMessage: 'use queue' } } });
      new OperatorSubscription(chart, 'cache', { catalog: registry, serviceAccount: OperatorServiceAccount.named('installer') });
      object(chart, 'group', 'operators.coreos.com/v1', 'OperatorGroup', 'cache', {});
    });
    expect(found.map(({ id, paths, message, remedy }) => ({ id, paths, message, remedy }))).toEqual([
      {
        id: 'construct-refused',
        paths: ['chart/cache'],
        message: "namespace 'cache' has another OperatorGroup, at 'chart/group', and OLM does nothing in a namespace with two",
        remedy: 'set `operatorGroup` to that one, or use a separate namespace for this operator',
      },
      { id: 'construct-warning', paths: ['chart/cache'], message: "package 'cache' is deprecated: use queue", remedy: 'fix the construct as its message describes' },
    ]);
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  it('checks each cluster separately', () => {
    const app = new Fleet();
    for (const name of ['one', 'two']) {
      plainSubscription(new Chart(new Cluster(app, name), 'chart'), 'cache', 'cache');
    }
    expect(AppChecks.report(app, { existingNamespaces: ['ns'] }).findings).toEqual([]);
  });
});
