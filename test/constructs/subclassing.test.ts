import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import {
  BundleDeployment, BundleEngine, BundleEngineRequest, BundleEngineResult, CatalogRef, ConstructError, olm, OlmInstallation, OlmInstallationProps,
  OlmV0Engine, OperatorRegistry, OperatorRegistryProps, OperatorSubscription, OperatorSubscriptionProps, PackageEngineRequest, PackageEngineResult,
} from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';
import { Manifest, one, synth } from '../builders/synthesized';

const CATALOG = CatalogRef.named('hub', 'olm');

type Spec = { [field: string]: unknown };

describe('hooks of a subclass can use its fields, which are set after the base class is constructed', () => {
  test('OlmInstallation.customize', () => {
    class PausedOlm extends OlmInstallation {
      private readonly paused = ['Deployment'];

      protected override customize(manifest: Spec): Spec {
        return this.paused.includes(manifest['kind'] as string) ? { ...manifest, spec: { ...manifest['spec'] as object, paused: true } } : manifest;
      }
    }
    const chart = Testing.chart();
    new PausedOlm(chart, 'olm');

    expect(synth(chart).filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec['paused'])).toEqual([true, true]);
  });

  test('every spec of OperatorRegistry', () => {
    class Marked extends OperatorRegistry {
      private readonly mark = { marked: true };

      protected override deploymentSpec(): Spec {
        return { ...super.deploymentSpec(), ...this.mark };
      }

      protected override podSpec(): Spec {
        return { ...super.podSpec(), ...this.mark };
      }

      protected override serviceSpec(): Spec {
        return { ...super.serviceSpec(), ...this.mark };
      }

      protected override networkPolicySpec(): Spec {
        return { ...super.networkPolicySpec(), ...this.mark };
      }

      protected override podDisruptionBudgetSpec(): Spec {
        return { ...super.podDisruptionBudgetSpec(), ...this.mark };
      }

      protected override catalogSourceSpec(): olm.CatalogSourceSpec {
        return { ...super.catalogSourceSpec(), displayName: String(this.mark.marked) };
      }
    }
    const chart = Testing.chart();
    new Marked(chart, 'registry', { bundles: [sampleBundle()], replicas: 2 });
    const manifests = synth(chart);

    for (const kind of ['Deployment', 'Service', 'NetworkPolicy', 'PodDisruptionBudget']) {
      expect(one(manifests, kind).spec).toMatchObject({ marked: true });
    }
    expect(one(manifests, 'Deployment').spec).toMatchObject({ template: { spec: { marked: true } } });
    expect(one(manifests, 'CatalogSource').spec).toMatchObject({ displayName: 'true' });
  });

  test('both specs of OperatorSubscription', () => {
    class Fast extends OperatorSubscription {
      private readonly target = 'fast';

      protected override subscriptionSpec(): olm.SubscriptionSpec {
        return { ...super.subscriptionSpec(), channel: this.target };
      }

      protected override operatorGroupSpec(): olm.OperatorGroupSpec {
        return { targetNamespaces: [this.target] };
      }
    }
    const chart = Testing.chart();
    new Fast(chart, 'operator', { catalog: CATALOG, packageName: 'etcd' });

    expect(one(synth(chart), 'Subscription').spec).toMatchObject({ channel: 'fast' });
    expect(one(synth(chart), 'OperatorGroup').spec).toMatchObject({ targetNamespaces: ['fast'] });
  });

  test('OlmV0Engine.createRegistry and createSubscription, once for each deployment', () => {
    class PlatformEngine extends OlmV0Engine {
      private readonly publisher = 'Platform team';

      protected override createRegistry(scope: Construct, id: string, props: OperatorRegistryProps): OperatorRegistry {
        return super.createRegistry(scope, id, { ...props, publisher: this.publisher });
      }

      protected override createSubscription(scope: Construct, id: string, props: OperatorSubscriptionProps): OperatorSubscription {
        return super.createSubscription(scope, id, { ...props, version: '1.0.0' });
      }
    }
    const chart = Testing.chart();
    const engine = new PlatformEngine({ registry: { description: 'ours' } });
    const deployments = ['one', 'two'].map(name => new BundleDeployment(chart, name, { bundle: sampleBundle({ package: name }), engine }));
    const manifests = synth(chart);

    expect(deployments.map(({ engine: { name } }) => name)).toEqual(['OlmV0', 'OlmV0']);
    expect(manifests.filter(({ kind }) => kind === 'CatalogSource').map(({ spec }) => [spec['publisher'], spec['description']]))
      .toEqual([['Platform team', 'ours'], ['Platform team', 'ours']]);
    expect(manifests.filter(({ kind }) => kind === 'Subscription').map(({ spec }) => [spec['startingCSV'], spec['installPlanApproval']]))
      .toEqual([['one.v1.0.0', 'Manual'], ['two.v1.0.0', 'Manual']]);
  });
});

describe('OlmInstallation.customize', () => {
  const install = (customize: (manifest: Spec) => Spec, props: OlmInstallationProps = {}, chart = Testing.chart()): OlmInstallation => {
    class Customized extends OlmInstallation {
      protected override customize(manifest: Spec): Spec {
        return customize(manifest);
      }
    }
    return new Customized(chart, 'olm', props);
  };
  const chartOf = (construct: Construct): Chart => Chart.of(construct);

  test('receives the object as it is written, with the labels of the construct, and without a namespace where its kind has none', () => {
    const seen: Manifest[] = [];
    const chart = new Chart(new App(), 'chart', { namespace: 'lifecycle' });
    const installation = install(manifest => {
      seen.push(manifest as unknown as Manifest);
      return manifest;
    }, { labels: { team: 'a' } }, chart);

    expect(seen).toEqual([]);
    expect(synth(chartOf(installation))).toEqual(seen);
    expect(seen.map(({ metadata }) => metadata.labels?.['team'])).toEqual(Array(seen.length).fill('a'));
    expect(seen.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.namespace)).toEqual([undefined, undefined]);
  });

  test('comes before patches of single objects', () => {
    const installation = install(manifest => (manifest['kind'] === 'Deployment' ? { ...manifest, spec: { replicas: 5 } } : manifest));
    installation.olmOperator.addJsonPatch(JsonPatch.replace('/spec/replicas', 7));

    const deployments = synth(chartOf(installation)).filter(({ kind }) => kind === 'Deployment');
    expect(deployments.map(({ spec }) => spec['replicas'])).toEqual([7, 5]);
  });

  test.each<[string, Spec]>([
    ['apiVersion', { apiVersion: 'v2' }],
    ['kind', { kind: 'Other' }],
    ['name', { metadata: { name: 'other' } }],
    ['namespace', { metadata: { name: 'operators', namespace: 'other' } }],
    ['metadata', { metadata: undefined }],
  ])('must not change %s', (_title, change) => {
    const installation = install(manifest => (
      (manifest['metadata'] as Manifest['metadata']).name === 'operators' ? { ...manifest, ...change } : manifest
    ));

    expect(() => synth(chartOf(installation))).toThrow('[test/olm/Namespace-operators] customize must not change apiVersion, kind, name or namespace: got ');
    expect(() => synth(chartOf(installation))).toThrow(ConstructError);
  });
});

describe('a BundleEngine of a platform team', () => {
  /** Writes the name of the bundle into a ConfigMap, for an installer of the platform. */
  class ConfigMapEngine extends BundleEngine {
    public readonly requests: BundleEngineRequest[] = [];

    public constructor() {
      super('ConfigMap');
    }

    public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
      this.requests.push(request);
      const namespace = request.namespace ?? 'bundles';
      new ApiObject(scope, 'Bundle', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: request.bundle.name, namespace } });
      return { namespace };
    }
  }

  test('creates its own objects', () => {
    const chart = Testing.chart();
    const engine = new ConfigMapEngine();
    const deployment = new BundleDeployment(chart, 'operator', { bundle: sampleBundle(), engine });

    expect(synth(chart).map(({ kind, metadata }) => [kind, metadata.name, metadata.namespace])).toEqual([['ConfigMap', 'sample-operator.v1.0.0', 'bundles']]);
    expect(deployment).toMatchObject({ engine, namespace: 'bundles' });
    expect(() => deployment.olmV0).toThrow('[test/operator] `olmV0` has no value: the bundle is installed by the engine ');
    expect(deployment.node.defaultChild).toBeUndefined();
  });

  test('receives the props of the deployment', () => {
    const [engine, bundle, earlier] = [new ConfigMapEngine(), sampleBundle({ version: '2.0.0' }), sampleBundle()];
    const given = { bundle, previous: [earlier], namespace: 'team', createNamespace: false, channel: 'fast', labels: { a: 'b' }, annotations: { c: 'd' } };
    new BundleDeployment(Testing.chart(), 'operator', { ...given, engine });
    new BundleDeployment(Testing.chart(), 'operator', { bundle, engine });

    expect(engine.requests).toEqual([given, { bundle, previous: [] }]);
  });
});

describe('unknown keys of props', () => {
  const bundles = [sampleBundle()];
  const [bundle] = bundles as [typeof bundles[0]];

  test.each<[string, (extra: object) => unknown, string, string]>([
    ['OperatorRegistry', extra => new OperatorRegistry(Testing.chart(), 'it', { bundles, ...extra }), 'props of OperatorRegistry', 'it'],
    ['OperatorSubscription', extra => new OperatorSubscription(Testing.chart(), 'it', { catalog: CATALOG, packageName: 'etcd', ...extra }),
      'props of OperatorSubscription', 'it'],
    ['BundleDeployment', extra => new BundleDeployment(Testing.chart(), 'it', { bundle, ...extra }), 'props of BundleDeployment', 'it'],
    ['OlmV0Engine', extra => new BundleDeployment(Testing.chart(), 'it', { bundle, engine: new OlmV0Engine(extra) }),
      'options of OlmV0Engine', 'it'],
    ['registry of OlmV0Engine', extra => new BundleDeployment(Testing.chart(), 'it', { bundle, engine: new OlmV0Engine({ registry: extra }) }),
      'registry in options of OlmV0Engine', 'it'],
    ['OlmInstallation', extra => new OlmInstallation(Testing.chart(), 'it', extra), 'props of OlmInstallation', 'it'],
    ['OlmInstallation.fromExisting', extra => OlmInstallation.fromExisting(Testing.chart(), 'it', extra), 'props of OlmInstallation.fromExisting', 'it'],
    ['icon', extra => new OperatorRegistry(Testing.chart(), 'it', { bundles, icon: { base64Data: '', mediaType: '', ...extra } }), 'icon', 'it'],
  ])('are errors that list the known ones: %s', (_title, make, what, path) => {
    expect(() => make({ nmae: 'a' })).toThrow(`[test/${path}] unknown key 'nmae' in ${what}; known keys: `);
    expect(() => make({ nmae: 'a' })).toThrow(ConstructError);
    expect(() => make({ nmae: undefined })).not.toThrow();
  });

  test('are left to subclasses', () => {
    interface TeamProps {
      readonly team: string;
    }
    class TeamRegistry extends OperatorRegistry {
      public constructor(scope: Construct, id: string, props: OperatorRegistryProps & TeamProps) {
        super(scope, id, props);
      }
    }
    class TeamSubscription extends OperatorSubscription {
      public constructor(scope: Construct, id: string, props: OperatorSubscriptionProps & TeamProps) {
        super(scope, id, props);
      }
    }
    class TeamOlm extends OlmInstallation {
      public constructor(scope: Construct, id: string, props: OlmInstallationProps & TeamProps) {
        super(scope, id, props);
      }
    }
    class TeamDeployment extends BundleDeployment {}
    class TeamEngine extends OlmV0Engine {}
    const chart = Testing.chart();
    const team = { team: 'a' };
    new TeamOlm(chart, 'olm', team);
    new TeamSubscription(chart, 'subscription', { catalog: new TeamRegistry(chart, 'registry', { bundles, ...team }), ...team });
    new TeamDeployment(chart, 'deployment', { bundle: sampleBundle({ package: 'other' }), engine: new TeamEngine(team as object), ...team });

    expect(() => synth(chart)).not.toThrow();
  });
});

describe('the engine of an OperatorSubscription', () => {
  const props = { catalog: CATALOG, packageName: 'demo' };

  class Recorder extends BundleEngine {
    public readonly packages: string[] = [];

    public deploy(): BundleEngineResult {
      return { namespace: 'demo' };
    }

    public override installPackage(_scope: Construct, { packageName }: PackageEngineRequest): PackageEngineResult {
      this.packages.push(packageName);
      return {};
    }
  }

  test('is that of OLM v0 if it is an OlmV0Engine or a subclass', () => {
    class OwnOlmV0 extends OlmV0Engine {}
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'operator', { ...props, engine: new OwnOlmV0() });

    expect(synth(chart).map(({ kind }) => kind)).toEqual(['Namespace', 'OperatorGroup', 'Subscription']);
    expect([new OlmV0Engine(), new OwnOlmV0(), new Recorder('OlmV0'), {}, undefined].map(engine => OlmV0Engine.isOlmV0Engine(engine))).toEqual([true, true, false, false, false]);
  });

  test('is any other class, whatever its name', () => {
    const chart = Testing.chart();
    const engine = new Recorder('OlmV0');
    const operator = new OperatorSubscription(chart, 'operator', { ...props, engine });

    expect(engine.packages).toEqual(['demo']);
    expect(synth(chart)).toEqual([]);
    expect(operator).toMatchObject({ operatorGroupName: undefined, serviceAccountObjects: [], dependencies: [] });
  });
});
