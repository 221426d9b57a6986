import { App, Chart, JsonPatch, Lazy, Testing } from 'cdk8s';
import { CatalogRef, olm, OperatorSubscription } from 'olm-constructs';
import { one, synth } from '../../builders/synthesized';

const metadata = { name: 'demo', namespace: 'demo' };
const spec: olm.SubscriptionSpec = { name: 'demo', source: 'catalog', sourceNamespace: 'olm' };

function subscription(more: object = {}): olm.Subscription {
  return new olm.Subscription(Testing.chart(), 'it', { metadata, spec: { ...spec, ...more } });
}

describe('a typed object', () => {
  test('keeps fields that its type does not know, at any depth, also those with the name that Kubernetes has', () => {
    const more = { startingCSV: 'demo.v1', later: { a: [1] }, config: { later: true, env: [{ name: 'A', value: 'b', later: 'c' }] } };

    expect(subscription(more).toJson()).toEqual({ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata, spec: { ...spec, ...more } });
  });

  test.each<[string, unknown]>([
    ['a class', olm.SubscriptionSpecConfigResourcesLimits.fromString('1Gi')],
    ['a string of a program without types', '1Gi'],
    ['a value that is produced later', Lazy.any({ produce: () => '1Gi' })],
  ])('takes a quantity as %s', (_, memory) => {
    expect(subscription({ config: { resources: { limits: { memory } } } }).toJson()).toMatchObject({ spec: { config: { resources: { limits: { memory: '1Gi' } } } } });
  });

  test('is the same as a manifest', () => {
    const more = { ...spec, later: 1 };

    expect(olm.Subscription.manifest({ metadata, spec: more })).toEqual(subscription(more).toJson());
  });

  test('has patches of quantities and unknown fields, in the order in which they were added', () => {
    const object = subscription({ config: { resources: { limits: { memory: olm.SubscriptionSpecConfigResourcesLimits.fromString('1Gi') } } } });
    object.addJsonPatch(JsonPatch.replace('/spec/config/resources/limits/memory', '2Gi'));
    object.addJsonPatch(JsonPatch.add('/spec/config/resources/limits/cpu', 1), JsonPatch.copy('/spec/config', '/spec/later'));

    const config = { resources: { limits: { memory: '2Gi', cpu: 1 } } };
    expect([object.toJson(), object.toJson()]).toEqual(Array(2).fill(expect.objectContaining({ spec: { ...spec, config, later: config } })));
  });

  test('explains a patch that cannot be applied', () => {
    const object = subscription();
    object.addJsonPatch(JsonPatch.add('/spec/config/resources/limits/memory', '2Gi'));

    expect((): unknown => object.toJson()).toThrow("[test/it] the patch add '/spec/config/resources/limits/memory' of Subscription 'demo' cannot be applied: ");
  });

  test('is in no namespace if its kind is cluster-scoped', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'team' });
    new olm.OlmConfig(chart, 'it', { metadata: { name: 'cluster' }, spec: {} });
    new olm.OperatorGroup(chart, 'group', { metadata: { name: 'group' }, spec: {} });

    expect(synth(chart).map(one => one.metadata.namespace)).toEqual([undefined, 'team']);
  });
});

test('the spec of a subclass keeps fields that its type does not know', () => {
  class Team extends OperatorSubscription {
    protected override subscriptionSpec(): olm.SubscriptionSpec {
      return { ...super.subscriptionSpec(), later: 1 } as olm.SubscriptionSpec;
    }
  }
  const chart = Testing.chart();
  new Team(chart, 'it', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'demo' });

  expect(one(synth(chart), 'Subscription').spec).toMatchObject({ later: 1 });
});
