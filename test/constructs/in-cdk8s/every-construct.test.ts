import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, AppProps, Chart, ChartProps, Helm, Include, JsonPatch, Lazy, Testing, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { loadAll } from 'js-yaml';
import { CatalogRef, Cluster, Fleet, OlmInstallation, OperatorSubscription } from 'olm-constructs';
import { Manifest } from '../../builders/synthesized';
import { EVERY_CONSTRUCT, exportedConstructs, WITHOUT_OBJECTS } from './every-construct';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'in-cdk8s-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the table has every construct that the package exports', () => {
  const names = new Set(EVERY_CONSTRUCT.map(([name]) => name));
  expect([...exportedConstructs().keys()].filter(name => !names.has(name)).sort()).toEqual(WITHOUT_OBJECTS);
});

/** Returns a chart in an app. */
function chartIn(app: Construct, props: ChartProps = {}): Chart {
  return new Chart(app, 'chart', props);
}

function objectsIn(scope: Construct): ApiObject[] {
  return scope.node.findAll().filter((one): one is ApiObject => ApiObject.isApiObject(one));
}

/** Returns what an app writes, in the order of its files. */
function writtenBy(create: (props: AppProps) => App, props: AppProps): Manifest[] {
  const outdir = mkdtempSync(join(folder, 'out-'));
  create({ ...props, outdir }).synth();
  const files = readdirSync(outdir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort().flatMap(path => loadAll(readFileSync(path, 'utf8')) as Manifest[]);
}

/** Returns the objects of the chart with the construct. */
const inChart = (manifests: readonly Manifest[]): Manifest[] => manifests.filter(({ metadata: { name } }) => name !== 'beside');
const byText = (manifests: readonly unknown[]): string[] => manifests.map(manifest => JSON.stringify(manifest)).sort();
const kindsOf = (manifests: readonly Manifest[]): string[] => manifests.map(({ kind }) => kind).sort();

const OUTPUT_TYPES = [
  YamlOutputType.FILE_PER_APP, YamlOutputType.FILE_PER_CHART, YamlOutputType.FILE_PER_RESOURCE, YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
];

describe.each(EVERY_CONSTRUCT)('%s', (_name, create) => {
  const alone = (props?: ChartProps): { readonly app: App; readonly chart: Chart } => {
    const app = new App();
    const chart = chartIn(app, props);
    create(chart);
    return { app, chart };
  };
  let synthesized: readonly Manifest[] | undefined;
  const expected = (): readonly Manifest[] => synthesized ??= loadAll(alone().app.synthYaml()) as Manifest[];

  it('is the same from `synthYaml`, `Testing.synth` and `toJson`, each time', () => {
    const { app, chart } = alone();
    const objects = inChart(expected());

    expect(JSON.parse(JSON.stringify(Testing.synth(chart)))).toEqual(objects);
    expect(JSON.parse(JSON.stringify(chart.toJson()))).toEqual(objects);
    expect(byText(loadAll(app.synthYaml()))).toEqual(byText(expected()));
  });

  it.each(OUTPUT_TYPES)('is complete and in order with output type %s of an App, or refused', (yamlOutputType) => {
    const make = (props: AppProps): App => {
      const app = new App(props);
      create(chartIn(app));
      return app;
    };
    const isInOrder = yamlOutputType === YamlOutputType.FILE_PER_APP || yamlOutputType === YamlOutputType.FILE_PER_CHART;
    let written: Manifest[];
    try {
      written = writtenBy(make, { yamlOutputType });
    } catch (error) {
      expect(isInOrder ? 'complete' : String(error)).toContain('create the app with `new Fleet()`');
      return;
    }
    expect(byText(written)).toEqual(byText(expected()));
    if (isInOrder) {
      expect(inChart(written)).toEqual(inChart(expected()));
    }
  });

  it.each(OUTPUT_TYPES)('is complete and in order with output type %s of a Fleet', (yamlOutputType) => {
    const make = (props: AppProps): App => {
      const app = new Fleet(props);
      create(chartIn(new Cluster(app, 'dev')));
      return app;
    };
    const written = writtenBy(make, { yamlOutputType });

    expect(kindsOf(written)).toEqual(kindsOf(expected()));
    expect(inChart(written).map(({ kind }) => kind)).toEqual(inChart(expected()).map(({ kind }) => kind));
  });

  it('has what is set by `ApiObjectMetadata`, unknown fields included', () => {
    const { chart } = alone();
    for (const { metadata } of objectsIn(chart)) {
      metadata.addLabel('a', 'b');
      metadata.addAnnotation('late', Lazy.any({ produce: () => 'yes' }) as string);
      metadata.addFinalizers('example.test/finalizer');
      metadata.addOwnerReference({ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '1' });
      metadata.add('unknownField', { nested: [1] });
    }

    // Not through the chart: checks of the app refuse fields that the API server does not know.
    for (const { metadata } of objectsIn(chart).map(object => object.toJson() as Manifest)) {
      expect(metadata).toMatchObject({
        labels: { a: 'b' }, annotations: { late: 'yes' }, finalizers: ['example.test/finalizer'], unknownField: { nested: [1] },
        ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '1' }],
      });
    }
  });

  it('has what is set by `addJsonPatch`, unknown fields included', () => {
    const { chart } = alone();
    for (const object of objectsIn(chart)) {
      object.addJsonPatch(JsonPatch.add('/unknownField', { nested: [1] }), JsonPatch.add('/metadata/unknownField', 'a'), JsonPatch.add('/spec', { unknownField: 'b' }));
      object.addJsonPatch(JsonPatch.replace('/spec/unknownField', { limits: { memory: '1Gi' } }));
    }

    // Not through the app, whose checks find that required fields are missing.
    const written = objectsIn(chart).map((object): unknown => object.toJson());
    expect(written).toHaveLength(inChart(expected()).length);
    for (const manifest of written) {
      expect(manifest).toMatchObject({ unknownField: { nested: [1] }, metadata: { unknownField: 'a' }, spec: { unknownField: { limits: { memory: '1Gi' } } } });
    }
  });

  it('explains a patch that cannot be applied', () => {
    const [object] = objectsIn(alone().chart);
    object?.addJsonPatch(JsonPatch.add('/missing/field', 1));

    expect((): unknown => object?.toJson()).toThrow(object === undefined ? /^never/ : object.node.path);
  });

  it('has the labels of the chart, its namespace where nothing else sets one, and none where it is cluster-scoped', () => {
    const { app, chart } = alone({ namespace: 'of-the-chart', labels: { 'of-the': 'chart' } });
    const written = chart.toJson() as Manifest[];

    expect(kindsOf(written)).toEqual(kindsOf(expected()).filter(kind => written.some(one => one.kind === kind)));
    expect(written.map(({ metadata }) => metadata.labels?.['of-the'])).toEqual(written.map(() => 'chart'));
    expect(written.filter(({ kind, metadata }) => CLUSTER_SCOPED.test(kind) && metadata.namespace !== undefined)).toEqual([]);
    expect(() => app.synthYaml()).not.toThrow();
  });

  it('has valid and distinct names without hashes', () => {
    const { chart } = alone({ disableResourceNameHashes: true });
    const written = chart.toJson() as Manifest[];

    expect(kindsOf(written)).toEqual(kindsOf(alone().chart.toJson() as Manifest[]));
    expect(new Set(written.map(({ apiVersion, kind, metadata: { name, namespace } }) => [apiVersion, kind, namespace, name].join(' '))).size).toBe(written.length);
  });

  it.each<[string, (chart: Chart) => Construct]>([
    ['a construct', chart => new Construct(chart, 'scope')],
    ['an Include', chart => new Include(chart, 'scope', { url: manifestFile() })],
    ['a Helm release', chart => new Helm(chart, 'scope', { chart: 'any', helmExecutable: helmProgram() })],
  ])('is the same in %s', (_, scopeIn) => {
    const app = new App();
    create(scopeIn(chartIn(app)));

    const written = (loadAll(app.synthYaml()) as Manifest[]).filter(({ metadata: { name } }) => name !== 'of-parent');
    expect(kindsOf(written)).toEqual(kindsOf(expected()));
  });

  it('is written in a chart inside another one with OLM, and around one with a Subscription', () => {
    const app = new App();
    const outer = new Chart(app, 'outer');
    const chart = chartIn(outer);
    create(chart);
    if (!objectsIn(chart).some(({ node: { scope } }) => OlmInstallation.isOlmInstallation(scope))) {
      new OlmInstallation(outer, 'olm');
    }
    new OperatorSubscription(new Chart(chart, 'inner'), 'inner', { catalog: CatalogRef.named('inner', 'olm'), packageName: 'inner' });

    const written = loadAll(app.synthYaml()) as Manifest[];
    const names = written.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
    expect(kindsOf(written)).toEqual(expect.arrayContaining(kindsOf(expected())));
    expect(names.indexOf('CustomResourceDefinition subscriptions.operators.coreos.com')).toBeLessThan(names.indexOf('Subscription inner'));
  });
});

/** Kinds of the table that are cluster-scoped. */
const CLUSTER_SCOPED = /^(Cluster.*(?<!ServiceVersion)|Namespace|CustomResourceDefinition|ValidatingAdmissionPolicy.*|OLMConfig|Operator|Bundle.*)$/;

function manifestFile(): string {
  const file = join(folder, 'included.yaml');
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'of-parent' } }));
  return file;
}

/** Returns a program that prints what `helm template` would. */
function helmProgram(): string {
  const file = join(folder, 'helm');
  writeFileSync(file, `#!/bin/sh\ncat ${manifestFile()}\n`);
  chmodSync(file, 0o755);
  return file;
}
