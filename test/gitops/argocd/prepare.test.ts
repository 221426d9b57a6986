import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import {
  BundleDeployment, CatalogRef, Cluster, ClusterCatalog, ClusterExtension, Fleet, InstallPlanApproval, olm, OlmInstallation, OperatorRegistry,
  OperatorSubscription, PlainEngine,
} from 'olm-constructs';
import { AppChecks, ArgoCd, ArgoCdHook, ArgoCdHookDeletePolicy, ArgoCdTracking, InClusterProgram, OperatorWaitJob } from 'olm-constructs/gitops';
import { sampleBundle } from '../../builders/sample-bundle';
import { Manifest, one, synth } from '../../builders/synthesized';

const WAVE = 'argocd.argoproj.io/sync-wave';
const OPTIONS = 'argocd.argoproj.io/sync-options';
const WANTED = 'olm-constructs/wanted-csv';

const waveOf = ({ metadata: { annotations } }: Manifest): number => Number(annotations?.[WAVE] ?? 0);
const optionsOf = ({ metadata: { annotations } }: Manifest): string | undefined => annotations?.[OPTIONS];

/** Returns the names of the kinds of each wave, in the order of the waves. */
function kindsByWave(manifests: readonly Manifest[]): { [wave: string]: string[] } {
  const waves = [...new Set(manifests.map(waveOf))].sort((left, right) => left - right);
  return Object.fromEntries(waves.map(wave => [`wave ${wave}`, [...new Set(manifests.filter(found => waveOf(found) === wave).map(({ kind }) => kind))].sort()]));
}

/** Custom resource of the sample operator. */
function thing(scope: Construct, id = 'thing'): ApiObject {
  return new ApiObject(scope, id, { apiVersion: 'example.test/v1', kind: 'Thing', metadata: { name: id, namespace: 'apps' } });
}

describe('ArgoCd.prepare', () => {
  test('applies CRDs, OLM, packageserver, catalogs, operators and the rest in this order', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm');
    new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
    thing(chart);
    new ApiObject(chart, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } });
    ArgoCd.prepare(chart);

    expect(kindsByWave(synth(chart))).toEqual({
      'wave -50': ['CustomResourceDefinition', 'Namespace'],
      'wave -40': ['ClusterRole', 'ClusterRoleBinding', 'Deployment', 'NetworkPolicy', 'OLMConfig', 'ServiceAccount'],
      'wave -30': ['ClusterServiceVersion', 'OperatorGroup'],
      'wave -20': ['CatalogSource', 'ConfigMap', 'Deployment', 'NetworkPolicy', 'Service'],
      'wave -10': ['Operator', 'OperatorGroup', 'Subscription'],
      'wave 0': ['ConfigMap', 'Thing'],
    });
  });

  test('keeps the waves when something is added', () => {
    const waves = (more: boolean): (readonly [string, number])[] => {
      const chart = Testing.chart();
      new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
      if (more) {
        new OlmInstallation(chart, 'olm');
        new OperatorSubscription(chart, 'other', { catalog: CatalogRef.named('cat', 'olm'), packageName: 'other' });
        thing(chart);
      }
      ArgoCd.prepare(chart);
      return synth(chart).filter(({ metadata }) => /^sample/.test(metadata.name)).map(manifest => [`${manifest.kind} ${manifest.metadata.name}`, waveOf(manifest)] as const).sort();
    };
    expect(waves(true)).toEqual(waves(false));
  });

  test('puts an object before what needs it, such as the Secret of an operator', () => {
    const chart = Testing.chart();
    const secret = new ApiObject(chart, 'secret', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'password', namespace: 'apps' } });
    const subscription = new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('cat', 'olm'), packageName: 'demo' });
    subscription.node.addDependency(secret);
    ArgoCd.prepare(chart);

    expect(waveOf(one(synth(chart), 'Secret'))).toBe(-10);
  });

  test('runs a Job that approves a pinned version in the wave of the Subscription, which waits for it, and before the custom resources', () => {
    const chart = Testing.chart();
    const subscription = new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('cat', 'olm'), packageName: 'demo', version: '1.0.0' });
    const job = new OperatorWaitJob(chart, 'wait', { waitFor: [subscription], argoCdHook: true, program: InClusterProgram.fromFile(__filename) });
    thing(chart).addDependency(job);
    ArgoCd.prepare(chart, { operandGroups: ['example.test'] });

    const manifests = synth(chart);
    expect(['Subscription', 'Operator', 'Job', 'Thing'].map(kind => waveOf(one(manifests, kind)))).toEqual([-10, -10, -10, 0]);
    expect(manifests.filter(({ kind }) => kind === 'ConfigMap').map(waveOf)).toEqual([-10, -10]);
  });

  test('starts a second round of waves for an operator that needs a custom resource of another one', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'first', { bundle: sampleBundle() });
    const resource = thing(chart);
    const second = new OperatorSubscription(chart, 'second', { catalog: CatalogRef.named('cat', 'olm'), packageName: 'second' });
    second.node.addDependency(resource);
    ArgoCd.prepare(chart);

    const manifests = synth(chart);
    expect(waveOf(one(manifests, 'Thing'))).toBe(0);
    expect(manifests.filter(({ kind }) => kind === 'Subscription').map(manifest => [manifest.metadata.name, waveOf(manifest)])).toEqual([['sample-operator', -10], ['second', 50]]);
  });

  test('reports a cycle with the constructs that form it', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
    deployment.olmV0.subscription.node.addDependency(thing(chart));
    ArgoCd.prepare(chart);

    expect(() => synth(chart)).toThrow(
      "[test] the sync waves of Argo CD form a cycle: 'test/thing' comes after 'test/sample/Subscription/Resource' comes after 'test/thing'; "
      + 'remove one of these dependencies',
    );
  });

  test('lets a custom resource of an operator of the app be applied before its CRD exists', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
    thing(chart);
    new ApiObject(chart, 'scaled', { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', metadata: { name: 'scaled' } });
    new ApiObject(chart, 'other', { apiVersion: 'other.test/v1', kind: 'Other', metadata: { name: 'other' } });
    ArgoCd.prepare(chart, { operandGroups: ['keda.sh'] });

    const manifests = synth(chart);
    expect(['Thing', 'ScaledObject', 'Other'].map(kind => optionsOf(one(manifests, kind)))).toEqual([
      'SkipDryRunOnMissingResource=true', 'SkipDryRunOnMissingResource=true', undefined,
    ]);
  });

  test('applies CRDs and catalog content server-side, never deletes CRDs, and prunes content last', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm');
    new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });
    ArgoCd.prepare(chart);

    const manifests = synth(chart);
    const crds = manifests.filter(({ kind }) => kind === 'CustomResourceDefinition');
    expect(new Set(crds.map(optionsOf))).toEqual(new Set(['ServerSideApply=true,Prune=false,Delete=false']));
    expect(optionsOf(one(manifests, 'ConfigMap'))).toBe('ServerSideApply=true,PruneLast=true');
    expect(optionsOf(manifests.find(({ metadata }) => metadata.name === 'sample-operator-catalog')!)).toBeUndefined();
  });

  test('applies the program of Jobs server-side', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
    new OperatorWaitJob(chart, 'wait', { waitFor: [deployment], program: InClusterProgram.fromFile(__filename) });
    ArgoCd.prepare(chart);

    const program = synth(chart).find(({ metadata }) => metadata.name.startsWith('olm-constructs-'))!;
    expect([program.kind, optionsOf(program)]).toEqual(['ConfigMap', 'ServerSideApply=true']);
  });

  test.each<[string, string, number, string | undefined]>([
    ['ConfigMap', 'data', 300_000, 'ServerSideApply=true'],
    ['Secret', 'stringData', 300_000, 'ServerSideApply=true'],
    ['ConfigMap', 'data', 1000, undefined],
    ['Secret', 'stringData', 1000, undefined],
  ])('applies a %s with %s of %i bytes with the options %s', (kind, field, bytes, options) => {
    const chart = Testing.chart();
    new ApiObject(chart, 'content', { apiVersion: 'v1', kind, metadata: { name: 'content' }, [field]: { content: 'x'.repeat(bytes) } });
    ArgoCd.prepare(chart);

    expect(optionsOf(one(synth(chart), kind))).toBe(options);
  });

  test('deletes CRDs on request', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'sample', { bundle: sampleBundle(), engine: new PlainEngine() });
    ArgoCd.prepare(chart, { deleteCrds: true });

    expect(optionsOf(one(synth(chart), 'CustomResourceDefinition'))).toBe('ServerSideApply=true');
  });

  test('keeps OLM when its Application is deleted, unless requested', () => {
    const optionsOfOlm = (keepOlm?: boolean): { [kind: string]: string | undefined } => {
      const chart = Testing.chart();
      new OlmInstallation(chart, 'olm');
      ArgoCd.prepare(chart, keepOlm === undefined ? {} : { keepOlm });
      const kinds = ['Namespace', 'ClusterServiceVersion', 'Deployment', 'ClusterRoleBinding', 'OLMConfig'];
      return Object.fromEntries(kinds.map(kind => [kind, optionsOf(synth(chart).find(found => found.kind === kind)!)]));
    };
    expect(optionsOfOlm()).toEqual({
      Namespace: 'Prune=false,Delete=false', ClusterServiceVersion: 'Prune=false,Delete=false', Deployment: 'Prune=false,Delete=false',
      ClusterRoleBinding: 'Delete=false', OLMConfig: 'Delete=false',
    });
    expect(Object.values(optionsOfOlm(false))).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  test('never changes what the user set', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'sample', {
      bundle: sampleBundle(), annotations: { [WAVE]: '7', [OPTIONS]: 'Prune=confirm,PruneLast=false', [WANTED]: 'mine' },
    });
    const { subscription } = deployment.olmV0.subscription;
    subscription.addJsonPatch(JsonPatch.replace('/metadata/annotations/argocd.argoproj.io~1sync-wave', '8'));
    ArgoCd.prepare(chart);

    const manifests = synth(chart);
    expect(one(manifests, 'CatalogSource').metadata.annotations).toEqual({
      [WAVE]: '7', [OPTIONS]: 'Prune=confirm,PruneLast=false', [WANTED]: 'mine', 'olm-constructs/part-of': 'CatalogSource/sample-operator/sample-operator-catalog',
    });
    expect(one(manifests, 'ConfigMap').metadata.annotations).toMatchObject({ [WAVE]: '7', [OPTIONS]: 'Prune=confirm,PruneLast=false,ServerSideApply=true' });
    expect(one(manifests, 'Subscription').metadata.annotations).toMatchObject({ [WAVE]: '8', [WANTED]: 'mine' });
  });

  test('puts the Operator of a Subscription into the wave that the user set for it', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'keda', { catalog: CatalogRef.named('cat', 'olm'), packageName: 'keda', annotations: { [WAVE]: '3' } });
    ArgoCd.prepare(chart);

    expect(synth(chart).filter(({ kind }) => ['Subscription', 'Operator'].includes(kind)).map(waveOf)).toEqual([3, 3]);
  });

  describe('reports a wave of the user', () => {
    const operator = (chart: Chart, wave?: string): OperatorSubscription => new OperatorSubscription(chart, 'keda', {
      catalog: CatalogRef.named('cat', 'olm'), packageName: 'keda', ...(wave === undefined ? {} : { annotations: { [WAVE]: wave } }),
    });
    const secret = (chart: Chart, wave?: string, annotations = {}): ApiObject => new ApiObject(chart, 'token', {
      apiVersion: 'v1', kind: 'Secret', metadata: { name: 'token', annotations: { ...(wave === undefined ? {} : { [WAVE]: wave }), ...annotations } },
    });

    test('that is before the wave of an object that it depends on', () => {
      const chart = Testing.chart();
      operator(chart, '-30').node.addDependency(new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] }));
      ArgoCd.prepare(chart);

      expect(() => synth(chart)).toThrow(
        `[test] the annotation ${WAVE} puts 'test/keda/Resource' into wave -30, but it comes after 'test/registry/`,
      );
      expect(() => synth(chart)).toThrow('in wave -20; set at least -20, or remove the annotation or the dependency');
    });

    test('that is after the wave of an object that depends on it', () => {
      const chart = Testing.chart();
      operator(chart).node.addDependency(secret(chart, '5'));
      ArgoCd.prepare(chart);

      expect(() => synth(chart)).toThrow(new RegExp(
        `annotation ${WAVE} puts 'test/token' into wave 5, but 'test/keda/\\w+' in wave -10 comes after it; set at most -10, or remove the annotation`,
      ));
    });

    test('that is not a number', () => {
      const chart = Testing.chart();
      secret(chart, 'first');
      ArgoCd.prepare(chart);

      expect(() => synth(chart)).toThrow(
        `the annotation ${WAVE} of 'test/token' is 'first', which Argo CD takes for 0; set a whole number such as "5", or remove the annotation`,
      );
    });

    test('but neither one that agrees with the dependencies, nor that of a hook of another phase', () => {
      const chart = Testing.chart();
      operator(chart, '4').node.addDependency(secret(chart, '4'));
      new ApiObject(chart, 'migration', {
        apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migration', annotations: { [WAVE]: '-9', 'argocd.argoproj.io/hook': 'PostSync' } },
      }).addDependency(chart.node.findChild('token'));
      ArgoCd.prepare(chart);

      expect(() => synth(chart)).not.toThrow();
    });

    test('in the report of AppChecks', () => {
      const app = new App();
      const chart = new Chart(app, 'test');
      operator(chart).node.addDependency(secret(chart, '5'));
      ArgoCd.prepare(chart);

      expect(AppChecks.report(app).findings.map(({ id, message }) => [id, message])).toContainEqual([
        'construct-refused', expect.stringContaining("puts 'test/token' into wave 5") as string,
      ]);
    });
  });

  test('has the same result in each synthesis', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
    ArgoCd.prepare(chart);
    const first = synth(chart);

    expect(synth(chart)).toEqual(first);
    thing(chart);
    expect(synth(chart).filter(({ kind }) => kind !== 'Thing')).toEqual(first);
  });

  describe('adds the Operator of a Subscription', () => {
    test('with the ClusterServiceVersion that the app requests', () => {
      const chart = new Chart(Testing.app(), 'test', { namespace: 'apps' });
      new BundleDeployment(chart, 'sample', { bundle: sampleBundle({ version: '1.2.0' }) });
      ArgoCd.prepare(chart);

      const manifests = synth(chart);
      expect(one(manifests, 'Operator')).toEqual({
        apiVersion: 'operators.coreos.com/v1', kind: 'Operator',
        metadata: { name: 'sample-operator.apps', annotations: { [WAVE]: '-10', [WANTED]: 'sample-operator.v1.2.0' } },
      });
      expect(one(manifests, 'Subscription').metadata.annotations![WANTED]).toBe('sample-operator.v1.2.0');
    });

    test('of another library, once for each package and namespace', () => {
      const chart = Testing.chart();
      ['one', 'two'].forEach(name => new olm.Subscription(chart, name, {
        metadata: { name, namespace: 'apps' }, spec: { name: 'demo', source: 'cat', sourceNamespace: 'olm' },
      }));
      ArgoCd.prepare(chart);

      const manifests = synth(chart);
      expect(one(manifests, 'Operator').metadata).toEqual({ name: 'demo.apps', annotations: { [WAVE]: '-10' } });
      expect(manifests.filter(({ kind }) => kind === 'Subscription').map(waveOf)).toEqual([-10, -10]);
    });

    test('under the name that OLM truncates to 63 characters', () => {
      const chart = Testing.chart();
      const namespace = 'a'.repeat(50);
      new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('cat', 'olm'), packageName: 'demo-operat.with.dots', namespace });
      ArgoCd.prepare(chart);

      expect(one(synth(chart), 'Operator').metadata.name).toBe(`demo-operat.with.dots.${'a'.repeat(41)}`);
    });

    test('unless turned off', () => {
      const chart = Testing.chart();
      new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
      ArgoCd.prepare(chart, { operatorHealth: false });

      expect(synth(chart).filter(({ kind }) => kind === 'Operator')).toEqual([]);
    });
  });

  test.each<[string, object, string | undefined]>([
    ['a pinned version of any catalog', { version: '1.0.0' }, 'demo.v1.0.0'],
    ['no version, from a catalog that may be newer than the app knows', {}, undefined],
    ['a version to start from, after which OLM upgrades automatically', { startingCsv: 'demo.v1.0.0' }, undefined],
    ['manual approval without a version', { approval: InstallPlanApproval.MANUAL }, undefined],
  ])('annotates the Subscription with the version to wait for, if there is one: %s', (_, props, wanted) => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('cat', 'olm'), packageName: 'demo', ...props });
    ArgoCd.prepare(chart);

    expect(one(synth(chart), 'Subscription').metadata.annotations![WANTED]).toBe(wanted);
  });

  test('orders OLM v1', () => {
    const chart = Testing.chart();
    const catalog = new ClusterCatalog(chart, 'catalog', { image: 'quay.io/example/catalog:v1' });
    new ClusterExtension(chart, 'extension', { catalogs: [catalog], packageName: 'demo', namespace: 'apps' });
    ArgoCd.prepare(chart);

    expect(kindsByWave(synth(chart))).toMatchObject({ 'wave -50': ['Namespace'], 'wave -20': ['ClusterCatalog'] });
    expect(waveOf(one(synth(chart), 'ClusterExtension'))).toBe(-10);
  });

  test('orders the objects of each cluster of a fleet separately', () => {
    const app = new Fleet({ outdir: Testing.app().outdir });
    const [first, second] = ['one', 'two'].map(id => new Chart(new Cluster(app, id), 'operators'));
    new BundleDeployment(first!, 'sample', { bundle: sampleBundle() });
    thing(first!);
    thing(second!);
    ArgoCd.prepare(app);

    expect(optionsOf(one(synth(first!), 'Thing'))).toBe('SkipDryRunOnMissingResource=true');
    expect(optionsOf(one(synth(second!), 'Thing'))).toBeUndefined();
  });

  test('follows dependencies between charts that the app declares', () => {
    const app = new App({ outdir: Testing.app().outdir });
    const [operators, resources] = ['operators', 'resources'].map(id => new Chart(app, id));
    new OperatorSubscription(operators!, 'operator', { catalog: CatalogRef.named('cat', 'olm'), packageName: 'demo' });
    new ApiObject(resources!, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } });
    operators!.addDependency(resources!);
    ArgoCd.prepare(app);

    expect(waveOf(one(synth(resources!), 'ConfigMap'))).toBe(-10);
    expect(waveOf(one(synth(operators!), 'Subscription'))).toBe(-10);
  });

  test('refuses tracking by label, with which OLM makes Argo CD delete CRDs', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
    ArgoCd.prepare(chart, { tracking: ArgoCdTracking.LABEL });

    expect(() => synth(chart)).toThrow('Set application.resourceTrackingMethod to annotation in the ConfigMap argocd-cm');
  });

  test.each<[ArgoCdTracking]>([[ArgoCdTracking.ANNOTATION], [ArgoCdTracking.ANNOTATION_AND_LABEL]])('accepts tracking by %s', tracking => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'sample', { bundle: sampleBundle() });
    ArgoCd.prepare(chart, { tracking });

    expect(() => synth(chart)).not.toThrow();
  });

  test.each<[string, object, string]>([
    ['an unknown option', { waves: true }, "unknown key 'waves' in options of ArgoCd.prepare"],
    ['an unknown tracking method', { tracking: 'labels' },
      "tracking in options of ArgoCd.prepare must be ArgoCdTracking.ANNOTATION ('annotation'), ArgoCdTracking.ANNOTATION_AND_LABEL ('annotation+label') or "],
    ['a group with a version', { operandGroups: ['keda.sh/v1'] }, "operandGroups has 'keda.sh/v1'; set API groups without a version"],
  ])('refuses %s', (_, options, message) => {
    expect(() => ArgoCd.prepare(Testing.chart(), options)).toThrow(message);
  });

  test('refuses to be called twice', () => {
    const chart = Testing.chart();
    ArgoCd.prepare(chart);

    expect(() => ArgoCd.prepare(new Construct(chart, 'inner'))).toThrow("[test/inner] 'test' is prepared for Argo CD already; call ArgoCd.prepare once");
  });
});

test('ArgoCd.hook makes hooks of the objects of a construct', () => {
  const chart = Testing.chart();
  const job = new ApiObject(chart, 'job', { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job' } });
  ArgoCd.hook(job, ArgoCdHook.PRE_DELETE, ArgoCdHookDeletePolicy.HOOK_SUCCEEDED, ArgoCdHookDeletePolicy.BEFORE_HOOK_CREATION);

  expect(one(synth(chart), 'Job').metadata.annotations).toEqual({
    'argocd.argoproj.io/hook': 'PreDelete', 'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded,BeforeHookCreation',
  });
});
