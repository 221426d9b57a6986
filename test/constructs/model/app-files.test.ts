import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { CatalogRef, Cluster, Fleet, OperatorSubscription } from 'olm-constructs';

type PlannedObject = readonly [chart: string, apiVersion: string, name: string, namespace: string];

/** Returns an app with objects of one kind, and a construct of this library. */
function app(yamlOutputType: YamlOutputType, objects: readonly PlannedObject[], type = App): App {
  const created = new type({ yamlOutputType });
  objects.forEach(([id, apiVersion, name, namespace], index) => {
    const chart = created.node.tryFindChild(id) as Chart | undefined ?? new Chart(created, id);
    new ApiObject(chart, `object-${index}`, { apiVersion, kind: 'Role', metadata: { name, namespace } });
  });
  new OperatorSubscription(new Chart(created, 'operators'), 'hello', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'hello' });
  return created;
}

const [PER_OBJECT, FOLDER] = [YamlOutputType.FILE_PER_RESOURCE, YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE];
const REMEDY = 'create the app with `new Fleet()` instead of `new App()`, or set yamlOutputType to YamlOutputType.FILE_PER_CHART';

describe('an App that writes a file for each object', () => {
  it.each<[string, App]>([
    ['in two namespaces', app(PER_OBJECT, [['a', 'v1', 'reader', 'one'], ['b', 'v1', 'reader', 'two']])],
    ['of two groups', app(FOLDER, [['a', 'example.com/v1', 'reader', 'one'], ['a', 'v1', 'reader', 'one']])],
    ['whose names differ in case', app(PER_OBJECT, [['a', 'v1', 'reader', 'one'], ['a', 'v1', 'Reader', 'one']])],
    ['whose names differ in characters that files do not have', app(PER_OBJECT, [['a', 'v1', 'reader', 'one'], ['a', 'v1', 'rea:der', 'one']])],
  ])('refuses to lose one of two objects %s', (_, created) => {
    expect(() => created.synthYaml()).toThrow(/an App writes 'a\/object-0' and '[ab]\/object-1' to the same file 'Role.reader', and only one of them would be left; /);
    expect(() => created.synthYaml()).toThrow(REMEDY);
  });

  it.each<[string, App]>([
    ['in a Fleet', app(PER_OBJECT, [['a', 'v1', 'reader', 'one'], ['b', 'v1', 'reader', 'two']], Fleet)],
    ['in a file for each chart', app(YamlOutputType.FILE_PER_CHART, [['a', 'v1', 'reader', 'one'], ['a', 'v1', 'reader', 'two']])],
    ['in folders of different charts', app(FOLDER, [['a', 'v1', 'reader', 'one'], ['b', 'v1', 'reader', 'two']])],
    ['with different names', app(PER_OBJECT, [['a', 'v1', 'reader', 'one'], ['a', 'v1', 'writer', 'one']])],
  ])('accepts them %s', (_, created) => {
    expect(() => created.synthYaml()).not.toThrow();
  });

  it('is checked if a Cluster is the only construct of this library', () => {
    const created = new App({ yamlOutputType: PER_OBJECT });
    const chart = new Chart(new Cluster(created, 'dev'), 'chart');
    ['one', 'two'].forEach(namespace => new ApiObject(chart, namespace, { apiVersion: 'v1', kind: 'Role', metadata: { name: 'reader', namespace } }));

    expect(() => created.synthYaml()).toThrow("an App writes 'dev/chart/one' and 'dev/chart/two' to the same file 'Role.reader'");
  });
});
