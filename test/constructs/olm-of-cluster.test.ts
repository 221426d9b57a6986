import { App, Chart } from 'cdk8s';
import { CatalogRef, Cluster, OlmInstallation, OperatorSubscription } from 'olm-constructs';
import { olmObjectsBefore, olmOfCluster } from '../../lib/constructs/installation/olm-of-cluster';

function subscribe(chart: Chart): OperatorSubscription {
  return new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('hub', 'olm'), packageName: 'demo' });
}

const kindsBefore = (of: Parameters<typeof olmObjectsBefore>[0]): string[] => [...new Set(olmObjectsBefore(of).map(({ kind }) => kind))].sort();

describe('the OLM of a cluster', () => {
  test('has its CRDs and Namespaces before each object of a construct that uses its kinds, and before nothing else', () => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    const { subscription } = subscribe(chart);
    expect(olmObjectsBefore(subscription)).toEqual([]);
    const olm = new OlmInstallation(new Chart(app, 'olm'), 'olm');

    expect(olmOfCluster(chart)).toBe(olm);
    expect(kindsBefore(subscription)).toEqual(['CustomResourceDefinition', 'Namespace']);
    expect(olmObjectsBefore(new Chart(app, 'other'))).toEqual([]);
  });

  test('is none of another cluster', () => {
    const app = new App();
    const [east, west] = [new Cluster(app, 'east'), new Cluster(app, 'west')];
    const olm = new OlmInstallation(new Chart(east, 'olm'), 'olm');
    const { subscription } = subscribe(new Chart(west, 'operators'));

    expect([olmOfCluster(east), olmOfCluster(west)]).toEqual([olm, undefined]);
    expect(olmObjectsBefore(subscription)).toEqual([]);
  });
});
