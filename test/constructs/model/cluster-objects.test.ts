import { ApiObject, App, Chart, Lazy, Testing } from 'cdk8s';
import { ClusterObjects } from '../../../lib/constructs/model/cluster-objects';

const configMap = (chart: Chart, id: string, data: object = {}): ApiObject => new ApiObject(chart, id, { apiVersion: 'v1', kind: 'ConfigMap', spec: data });

const idsOf = (objects: ClusterObjects): string[] => objects.ofKind('core', 'ConfigMap').map(({ node }) => node.id);

describe('the objects of a cluster', () => {
  test('are those that the app has at the time of the question', () => {
    const chart = Testing.chart();
    configMap(chart, 'one');
    expect(idsOf(ClusterObjects.of(chart))).toEqual(['one']);
    configMap(chart, 'two');
    expect(idsOf(ClusterObjects.of(chart))).toEqual(['one', 'two']);
    chart.node.tryRemoveChild('two');
    expect(idsOf(ClusterObjects.of(chart))).toEqual(['one']);
  });

  test('have the spec that is written to the manifest, even if it changed in between', () => {
    const chart = Testing.chart();
    let size = 1;
    const object = configMap(chart, 'one', Lazy.any({ produce: () => ({ size }) }) as object);
    expect(ClusterObjects.of(chart).specOf(object)).toEqual({ size: 1 });
    size = 2;
    expect(ClusterObjects.of(chart).specOf(object)).toEqual({ size: 2 });
  });
});

describe('a check against the other objects of the cluster', () => {
  test('sees the current objects each time that its construct is validated alone', () => {
    const chart = Testing.chart();
    const construct = configMap(chart, 'one');
    ClusterObjects.addCheck(construct, idsOf);
    expect(construct.node.validate()).toEqual(['one']);
    configMap(chart, 'two');
    expect(construct.node.validate()).toEqual(['one', 'two']);
  });

  test('sees an object that was added after another check ran', () => {
    const app = new App();
    const chart = new Chart(app, 'test');
    const first = configMap(chart, 'one');
    ClusterObjects.addCheck(first, idsOf);
    expect(first.node.validate()).toEqual(['one']);
    const second = configMap(chart, 'two');
    ClusterObjects.addCheck(second, idsOf);
    expect(second.node.validate()).toEqual(['one', 'two']);
  });
});
