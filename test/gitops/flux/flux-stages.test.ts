import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { BundleDeployment, CatalogRef, Cluster, Fleet, OlmInstallation, OperatorRegistry, OperatorSubscription, PlainEngine } from 'olm-constructs';
import { FluxDeletionPolicy, FluxSourceRef, FluxStage, FluxStages, FluxStagesProps, InClusterProgram, OperatorWaitJob } from 'olm-constructs/gitops';
import { sampleBundle } from '../../builders/sample-bundle';

const source = FluxSourceRef.gitRepository('flux-system');

interface Kustomization {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly path: string; readonly dependsOn?: { name: string }[]; readonly wait?: boolean; readonly healthChecks?: { kind: string; name: string }[];
    readonly deletionPolicy?: string; readonly healthCheckExprs?: { kind: string }[];
  };
}

/** An app with OLM, an operator from a bundle, and a custom resource of it. */
function platform(scope: App | Cluster): { olm: Chart; operators: Chart; operands: Chart } {
  const olm = new Chart(scope, 'olm-chart');
  new OlmInstallation(olm, 'olm');
  const operators = new Chart(scope, 'operators-chart');
  new BundleDeployment(operators, 'sample', { bundle: sampleBundle() });
  const operands = new Chart(scope, 'operands-chart', { namespace: 'team' });
  new ApiObject(operands, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } });
  new ApiObject(operands, 'sample', { apiVersion: 'example.com/v1', kind: 'Sample', metadata: { name: 'one' } });
  return { olm, operators, operands };
}

/** A program for Jobs, instead of the one that the build makes. */
function anyProgram(): InClusterProgram {
  return InClusterProgram.fromFile(__filename);
}

function stagesOf(scope: App | Cluster, props: Partial<ConstructorParameters<typeof FluxStages>[2]> = {}): { chart: Chart; stages: FluxStages } {
  const chart = new Chart(scope, 'flux');
  return { chart, stages: new FluxStages(chart, 'stages', { source, ...props }) };
}

/** Returns the kinds of a stage without duplicates. */
function kinds(stages: FluxStages, stage: FluxStage): string[] {
  return [...new Set(stages.objects(stage).map(({ kind }) => kind))].sort();
}

describe('FluxStages', () => {
  test('puts OLM, catalogs, operators and operands into separate stages, each after the one before', () => {
    const app = Testing.app();
    platform(app);
    const { chart, stages } = stagesOf(app);

    expect(stages.stages).toEqual(['olm', 'catalogs', 'operators', 'operands']);
    expect(kinds(stages, FluxStage.OLM)).toEqual(expect.arrayContaining(['CustomResourceDefinition', 'Deployment', 'OLMConfig']));
    expect(kinds(stages, FluxStage.CATALOGS)).toEqual([
      'CatalogSource', 'ClusterServiceVersion', 'ConfigMap', 'Deployment', 'Namespace', 'NetworkPolicy', 'Service',
    ]);
    expect(kinds(stages, FluxStage.OPERATORS)).toEqual(['OperatorGroup', 'Subscription']);
    expect(kinds(stages, FluxStage.OPERANDS)).toEqual(['Sample']);
    const made = Testing.synth(chart) as Kustomization[];
    expect(made.map(({ metadata: { name, namespace }, spec }) => [namespace, name, spec.path, spec.dependsOn?.map((one) => one.name)])).toEqual([
      ['flux-system', 'platform-olm', './stages/olm', undefined],
      ['flux-system', 'platform-catalogs', './stages/catalogs', ['platform-olm']],
      ['flux-system', 'platform-operators', './stages/operators', ['platform-catalogs']],
      ['flux-system', 'platform-operands', './stages/operands', ['platform-operators']],
    ]);
  });

  test('waits for the ClusterServiceVersion that the commit requests, by its name, and annotates the Subscription with it', () => {
    const app = Testing.app();
    const { operators } = platform(app);
    const { chart } = stagesOf(app);

    const stage = (Testing.synth(chart) as Kustomization[]).find(({ metadata: { name } }) => name === 'platform-operators')!;
    expect(stage.spec.wait).toBeUndefined();
    expect(stage.spec.healthChecks).toEqual([
      { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', name: 'sample-operator', namespace: 'sample-operator' },
      { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', name: 'sample-operator', namespace: 'sample-operator' },
      { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', name: sampleBundle().name, namespace: 'sample-operator' },
    ]);
    expect(stage.spec.healthCheckExprs?.map(({ kind }) => kind)).toEqual(['Subscription', 'ClusterServiceVersion', 'OperatorGroup']);
    const subscription = (Testing.synth(operators) as { kind: string }[]).find(({ kind }) => kind === 'Subscription');
    expect(subscription).toMatchObject({ metadata: { annotations: { 'olm-constructs/wanted-csv': sampleBundle().name } } });
  });

  test('waits for an operator whose version is decided in the cluster, in any version', () => {
    const app = Testing.app();
    new OperatorSubscription(new Chart(app, 'operators'), 'hello', { catalog: CatalogRef.named('community', 'olm'), packageName: 'hello' });
    const { chart, stages } = stagesOf(app);

    expect(stages.stages).toEqual(['operators']);
    const { spec } = (Testing.synth(chart) as Kustomization[])[0]!;
    expect(spec.healthChecks).toContainEqual({ apiVersion: 'operators.coreos.com/v1', kind: 'Operator', name: 'hello.hello' });
    expect(spec.healthCheckExprs?.map(({ kind }) => kind)).toEqual(['Subscription', 'OperatorGroup', 'Operator']);
  });

  test('waits for all objects of a stage in which OLM creates none', () => {
    const app = Testing.app();
    new OlmInstallation(new Chart(app, 'olm-chart'), 'olm');
    const { chart } = stagesOf(app);

    const [olm, catalogs] = Testing.synth(chart) as Kustomization[];
    expect([olm, catalogs].map(stage => [stage!.spec.wait, stage!.spec.healthChecks])).toEqual([[true, undefined], [true, undefined]]);
    expect(catalogs!.spec.healthCheckExprs?.map(({ kind }) => kind)).toEqual(['ClusterServiceVersion', 'CatalogSource']);
  });

  test('waits for a Job that approves a version, by the name that it has after synthesis', () => {
    const app = Testing.app();
    const operators = new Chart(app, 'operators');
    const subscription = new OperatorSubscription(operators, 'hello', { catalog: CatalogRef.named('community', 'olm'), packageName: 'hello', version: '1.2.3' });
    new OperatorWaitJob(operators, 'wait', { waitFor: [subscription], program: anyProgram() });
    const { chart, stages } = stagesOf(app);

    const job = (Testing.synth(operators) as { kind: string; metadata: { name: string } }[]).find(({ kind }) => kind === 'Job')!;
    expect(job.metadata.name).toMatch(/^hello-wait-[0-9a-f]{10}$/);
    expect((Testing.synth(chart) as Kustomization[]).map(({ spec }) => spec.healthChecks?.filter(({ kind }) => kind === 'Job').map(({ name }) => name))).toEqual([[job.metadata.name]]);
    expect(stages.stages).toEqual([FluxStage.OPERATORS]);
  });

  test('waits for a pinned version from a catalog outside the app', () => {
    const app = Testing.app();
    new OperatorSubscription(new Chart(app, 'operators'), 'hello', { catalog: CatalogRef.named('community', 'olm'), packageName: 'hello', version: '1.2.3' });
    const { chart } = stagesOf(app);

    expect((Testing.synth(chart) as Kustomization[])[0]!.spec.healthChecks).toContainEqual(
      { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', name: 'hello.v1.2.3', namespace: 'hello' },
    );
  });

  describe('keeps CRDs and OLM, unless requested otherwise', () => {
    test.each<[string, Partial<FluxStagesProps>, (string | undefined)[], (string | undefined)[]]>([
      ['by default', {}, ['disabled'], ['disabled']],
      ['only CRDs with pruneOlm', { pruneOlm: true }, ['disabled'], [undefined]],
      ['neither with pruneOlm and pruneCrds', { pruneOlm: true, pruneCrds: true }, [undefined], [undefined]],
      ['both with pruneCrds alone', { pruneCrds: true }, ['disabled'], ['disabled']],
    ])('%s', (_, props, ofCrds, ofOthers) => {
      const app = Testing.app();
      const { olm } = platform(app);
      stagesOf(app, props);
      const objects = Testing.synth(olm) as { kind: string; metadata: { annotations?: { [key: string]: string } } }[];
      const annotations = (isCrd: boolean): unknown => [...new Set(objects.filter(({ kind }) => (kind === 'CustomResourceDefinition') === isCrd)
        .map(({ metadata }) => metadata.annotations?.['kustomize.toolkit.fluxcd.io/prune']))];
      expect([annotations(true), annotations(false)]).toEqual([ofCrds, ofOthers]);
    });

    test('prunes everything else', () => {
      const app = Testing.app();
      const { operators, operands } = platform(app);
      stagesOf(app);
      expect(JSON.stringify([Testing.synth(operators), Testing.synth(operands)])).not.toContain('kustomize.toolkit.fluxcd.io/prune');
    });
  });

  test('keeps a deleted Kustomization until its objects are gone, so that stages can be deleted one after the other', () => {
    const policies = (props: Partial<FluxStagesProps>): unknown => {
      const app = Testing.app();
      platform(app);
      return [...new Set((Testing.synth(stagesOf(app, props).chart) as Kustomization[]).map(({ spec }) => spec.deletionPolicy))];
    };
    expect(policies({})).toEqual(['WaitForTermination']);
    expect(policies({ deletionPolicy: FluxDeletionPolicy.ORPHAN })).toEqual(['Orphan']);
  });

  test('puts custom resources after an operator without OLM that brings their CRD', () => {
    const app = Testing.app();
    const operators = new Chart(app, 'operators');
    new BundleDeployment(operators, 'sample', { bundle: sampleBundle(), engine: new PlainEngine() });
    const custom = new ApiObject(new Chart(app, 'operands'), 'one', { apiVersion: 'example.com/v1', kind: 'Sample' });
    const { stages } = stagesOf(app);

    expect(stages.stageOf(custom)).toBe('operands');
    expect(kinds(stages, FluxStage.OPERATORS)).toContain('Deployment');
  });

  test('follows the dependencies of constructs, and assignments', () => {
    const app = Testing.app();
    const { operands } = platform(app);
    const jobs = new Chart(app, 'jobs');
    const job = new ApiObject(jobs, 'job', { apiVersion: 'batch/v1', kind: 'Job' });
    jobs.addDependency(operands);
    const check = new ApiObject(new Chart(app, 'checks'), 'check', { apiVersion: 'v1', kind: 'ConfigMap' });
    const free = new ApiObject(new Chart(app, 'free'), 'free', { apiVersion: 'v1', kind: 'ConfigMap' });
    FluxStages.assign(check, FluxStage.OPERATORS);
    const { stages } = stagesOf(app);

    expect([job, check, free].map((object) => stages.stageOf(object))).toEqual(['operands', 'operators', 'olm']);
  });

  test('has separate stages for each cluster', () => {
    const fleet = new Fleet({ outdir: Testing.app().outdir });
    const names = ['dev', 'prod_1'].map((id) => {
      const cluster = new Cluster(fleet, id);
      platform(cluster);
      const { stages } = stagesOf(cluster);
      return [stages.folder(FluxStage.OPERATORS), stages.kustomization(FluxStage.OPERATORS).name, stages.kustomization(FluxStage.OPERATORS).path];
    });
    expect(names).toEqual([
      ['stages/dev/operators', 'dev-operators', './stages/dev/operators'], ['stages/prod_1/operators', 'prod-1-operators', './stages/prod_1/operators'],
    ]);
  });

  test('reports what was added after it, at synthesis', () => {
    const app = Testing.app();
    const { operands } = platform(app);
    stagesOf(app);
    new ApiObject(operands, 'late', { apiVersion: 'v1', kind: 'ConfigMap' });
    expect(() => app.synth()).toThrow(/'operands-chart\/late' was added after the stages were made, so it is in none of them; create FluxStages last/);
  });

  describe('refuses', () => {
    test.each<[string, (app: App) => void, RegExp]>([
      ['an app without objects', (app) => stagesOf(app), /there are no objects to put into stages; create FluxStages after the charts/],
      ['a folder outside the tree', (app) => stagesOf((platform(app), app), { folder: '../x' }), /folder and root must be relative paths/],
      ['a root outside the repository', (app) => stagesOf((platform(app), app), { root: '/x' }), /folder and root must be relative paths/],
      ['unknown props', (app) => stagesOf((platform(app), app), { pruneCrd: true } as object), /unknown key 'pruneCrd' in props of FluxStages; .* the nearest are 'pruneCrds', 'pruneOlm'/],
      ['its own chart', (app) => {
        const chart = new Chart(app, 'flux');
        platform(app);
        new FluxStages(chart, 'stages', { source, charts: [chart] });
      }, /the chart 'flux' contains the Kustomizations/],
      ['an assignment to a stage before what the object depends on', (app) => {
        const { operators, operands } = platform(app);
        const config = new ApiObject(operands, 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
        config.addDependency(operators);
        FluxStages.assign(config, FluxStage.OLM);
        stagesOf(app);
      }, /assigned to the stage 'olm' and depends on 'operators-chart\/.*', which is in the later stage/],
      ['a cycle of dependencies', (app) => {
        const chart = new Chart(app, 'chart');
        const [a, b, c] = ['a', 'b', 'c'].map((id) => new ApiObject(chart, id, { apiVersion: 'v1', kind: 'ConfigMap' }));
        c!.addDependency(a!);
        a!.addDependency(b!);
        b!.addDependency(a!);
        stagesOf(app);
      }, /\[chart\/a\] the stages of Flux form a cycle: 'chart\/a' comes after 'chart\/b' comes after 'chart\/a'; remove one of these dependencies/],
      ['a stage without objects', (app) => {
        new OperatorRegistry(new Chart(app, 'catalog'), 'registry', { bundles: [sampleBundle()] });
        stagesOf(app).stages.kustomization(FluxStage.OPERANDS);
      }, /the stage 'operands' has no objects; stages with objects: catalogs/],
    ])('%s', (_, create, message) => {
      expect(() => create(Testing.app())).toThrow(message);
    });
  });
});
