import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import * as fc from 'fast-check';
import { loadAll } from 'js-yaml';
import { Cluster, Fleet } from 'olm-constructs';
import { anyCharacter } from '../builders/any-character';

/**
 * Charts, in an order in which each may depend on those before it. The names of some are equal without case, or when IDs are joined. `n` is a chart
 * that contains another one.
 */
const CHARTS = ['z', 'Z', 'team-d', 'team/d', 'n/m', 'n', 'con', 'a'];

/** Folders of clusters; an empty string is the app itself. */
const FOLDERS = ['', 'dev', 'eu/prod'];

/** An object of a test. */
interface PlannedObject {
  readonly chart: number;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly folders: readonly string[];
  /** Indices of objects that it depends on, where the charts allow it. */
  readonly needs: readonly number[];
}

const plannedObject: fc.Arbitrary<PlannedObject> = fc.record({
  chart: fc.nat(CHARTS.length - 1),
  apiVersion: fc.constantFrom('v1', 'apps/v1', 'example.com/v1', 'example.com/v2', 'other.example.com/v1'),
  kind: fc.constantFrom('Role', 'Service'),
  // Names that are equal without case, without odd characters, or when they are joined with a namespace.
  name: fc.oneof(
    fc.constantFrom('a', 'A', 'a-b', 'b', 'system:a', 'systema', 'con', '..', 'a.b', 'ä', 'x'.repeat(250)),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }),
  ),
  namespace: fc.constantFrom(undefined, 'a', 'a-b', 'team'),
  folders: fc.subarray(FOLDERS, { minLength: 1 }),
  needs: fc.array(fc.nat(11), { maxLength: 3 }),
});

type Created = ReadonlyMap<string, ReadonlyMap<number, ApiObject>>;

/** Creates the objects in an app, with their indices as labels. */
function createObjects(app: App, plan: readonly PlannedObject[], used = FOLDERS): Created {
  return new Map(used.map(folder => {
    const scope = folder === '' ? app : folder === 'dev' ? new Cluster(app, 'dev') : new Cluster(new Construct(app, 'eu'), 'prod');
    const objects = new Map<number, ApiObject>();
    plan.forEach(({ chart, apiVersion, kind, name, namespace, folders }, index) => {
      if (folders.includes(folder)) {
        const object = new ApiObject(chartIn(scope, CHARTS[chart]!), `object-${index}`, {
          apiVersion, kind, metadata: { name, labels: { index: String(index) }, ...(namespace === undefined ? {} : { namespace }) },
        });
        objects.set(index, object);
      }
    });
    for (const [index, object] of objects) {
      const { chart, needs } = plan[index]!;
      const isAllowed = (need: number): boolean => objects.has(need) && (plan[need]!.chart < chart || (plan[need]!.chart === chart && need > index));
      needs.filter(isAllowed).forEach(need => object.addDependency(objects.get(need)!));
    }
    return [folder, objects];
  }));
}

function chartIn(scope: Construct, path: string): Chart {
  const [id, parent] = path.split('/').reverse();
  const create = (parentId: string): Construct => new (CHARTS.includes(parentId) ? Chart : Construct)(scope, parentId);
  const home = parent === undefined ? scope : scope.node.tryFindChild(parent) as Construct | undefined ?? create(parent);
  return home.node.tryFindChild(id!) as Chart | undefined ?? new Chart(home, id!);
}

/** A file that was written, and the objects in it. */
interface WrittenFile {
  readonly path: string;
  readonly objects: readonly { readonly metadata: { readonly labels: { readonly index: string } } }[];
}

/** Synthesizes an app into a folder and reads it back, in the order in which `kubectl apply -R -f` reads it. */
function written(app: App): WrittenFile[] {
  app.synth();
  const entries = readdirSync(app.outdir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name)).sort().map(path => ({ path: relative(app.outdir, path), objects: loadAll(readFileSync(path, 'utf8')) as WrittenFile['objects'] }));
}

const OUTPUT_TYPES = [
  YamlOutputType.FILE_PER_APP, YamlOutputType.FILE_PER_CHART, YamlOutputType.FILE_PER_RESOURCE, YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
].map((type): [string, YamlOutputType] => [YamlOutputType[type], type]);

let outdir: string;
beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), 'fleet-files-'));
});
afterEach(() => rmSync(outdir, { recursive: true, force: true }));

/** Expects that each object was read back once, and nothing else. */
function expectAll(objects: ReadonlyMap<number, ApiObject>, read: WrittenFile['objects']): void {
  const order = indices(read);
  expect([...order].sort((left, right) => left - right)).toEqual([...objects.keys()]);
  expect(read).toEqual(order.map(index => objects.get(index)!.toJson() as unknown));
}

/** Returns the objects that were read after one that depends on them. */
function lateNeeds(objects: ReadonlyMap<number, ApiObject>, read: WrittenFile['objects']): string[] {
  const position = new Map(indices(read).map((index, at) => [objects.get(index)!, at]));
  return [...position].flatMap(([object, at]) => (
    object.node.dependencies.filter(need => (position.get(need as ApiObject) ?? -1) > at).map(need => `${need.node.path} after ${object.node.path}`)
  ));
}

function indices(read: WrittenFile['objects']): number[] {
  return read.map(({ metadata }) => Number(metadata.labels.index));
}

describe.each(OUTPUT_TYPES)('a Fleet with %s', (_, yamlOutputType) => {
  it('writes exactly the objects of each cluster, in an order in which they can be applied', () => {
    fc.assert(fc.property(fc.array(plannedObject, { minLength: 1, maxLength: 12 }), (plan) => {
      rmSync(outdir, { recursive: true, force: true });
      const app = new Fleet({ outdir, yamlOutputType });
      const created = createObjects(app, plan);
      const files = written(app);

      expect(files.map(({ path }) => path).filter(path => !/^[a-z0-9./-]+$/.test(path))).toEqual([]);
      expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length);
      for (const [folder, objects] of created) {
        const read = files.filter(({ path }) => folder === '' ? !/^(dev|eu)\//.test(path) : path.startsWith(`${folder}/`)).flatMap(file => file.objects);
        expectAll(objects, read);
        expect(lateNeeds(objects, read)).toEqual([]);
      }
    }), { numRuns: 40 });
  });

  it('gives the same chart and the same object the same file name in each cluster', () => {
    fc.assert(fc.property(fc.array(plannedObject, { minLength: 1, maxLength: 12 }), (plan) => {
      rmSync(outdir, { recursive: true, force: true });
      const app = new Fleet({ outdir, yamlOutputType });
      createObjects(app, plan);
      const files = written(app);

      const fileOf = (folder: string, index: number): string | undefined => files.find(({ path, objects }) => (
        path.startsWith(folder) && objects.some(({ metadata }) => metadata.labels.index === String(index))
      ))?.path.slice(folder.length);
      plan.forEach(({ folders }, index) => {
        if (folders.includes('dev') && folders.includes('eu/prod')) {
          expect(fileOf('dev/', index)).toBe(fileOf('eu/prod/', index));
        }
      });
    }), { numRuns: 40 });
  });
});

test.each(OUTPUT_TYPES)('an App with %s writes exactly its objects, or refuses to lose one', (_, yamlOutputType) => {
  const isPerObject = yamlOutputType !== YamlOutputType.FILE_PER_APP && yamlOutputType !== YamlOutputType.FILE_PER_CHART;
  fc.assert(fc.property(fc.array(plannedObject, { minLength: 1, maxLength: 12 }), (plan) => {
    rmSync(outdir, { recursive: true, force: true });
    const app = new App({ outdir, yamlOutputType });
    new Cluster(app, 'cluster');
    // cdk8s does not shorten file names.
    const objects = createObjects(app, plan.filter(({ name }) => name.length < 200), ['']).get('')!;
    let files: WrittenFile[];
    try {
      files = written(app);
    } catch (error) {
      expect(isPerObject && String(error)).toContain('to the same file');
      return;
    }
    expectAll(objects, files.flatMap(file => file.objects));
  }), { numRuns: 40 });
});
