import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, Include, JsonPatch } from 'cdk8s';
import { CatalogRef, OperatorSubscription } from 'olm-constructs';
import { AppChecks } from 'olm-constructs/gitops';
import * as olm from 'olm-constructs/olm';
import { unknownValues } from '../../../lib/olm/v0/settings/closed-values';
import { synth } from '../../builders/synthesized';

const MANUAL_ONLY = "OLM takes every value but 'Manual' for automatic approval, and upgrades the operator by itself";

describe('values that OLM does not know', () => {
  it.each<[string, string, unknown, boolean]>([
    ['Subscription', 'installPlanApproval', 'Manual', true],
    ['Subscription', 'installPlanApproval', 'Automatic', true],
    ['Subscription', 'installPlanApproval', undefined, true],
    ['Subscription', 'installPlanApproval', null, true],
    ['Subscription', 'installPlanApproval', 'manual', false],
    ['Subscription', 'installPlanApproval', 'MANUAL', false],
    ['Subscription', 'installPlanApproval', 'Manual ', false],
    ['Subscription', 'installPlanApproval', '', false],
    ['Subscription', 'installPlanApproval', 'Auto', false],
    ['Subscription', 'installPlanApproval', true, false],
    ['Subscription', 'installPlanApproval', ['Manual'], false],
    ['CatalogSource', 'sourceType', 'grpc', true],
    ['CatalogSource', 'sourceType', 'internal', true],
    ['CatalogSource', 'sourceType', 'gRPC', false],
    ['CatalogSource', 'sourceType', 'image', false],
    ['OperatorGroup', 'installPlanApproval', 'manual', true],
  ])('%s.%s %j: %s', (kind, field, value, isKnown) => {
    expect(unknownValues(kind, { [field]: value })).toEqual(isKnown ? [] : [expect.stringContaining(`spec.${field} of the ${kind} must be `)]);
  });

  it('are accepted while they are known only later', () => {
    expect(unknownValues('Subscription', { installPlanApproval: 'placeholder' }, (value) => value === 'placeholder')).toEqual([]);
  });
});

describe('a Subscription with the approval in lower case', () => {
  const spec = { name: 'cache', source: 'hub', sourceNamespace: 'olm', startingCSV: 'cache.v1.0.0', installPlanApproval: 'manual' };
  const subscription = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'cache', namespace: 'ns' }, spec };
  const message = `spec.installPlanApproval of the Subscription must be 'Automatic' or 'Manual', got 'manual': ${MANUAL_ONLY}`;
  class Changed extends OperatorSubscription {
    protected override subscriptionSpec(): olm.SubscriptionSpec {
      return { ...super.subscriptionSpec(), installPlanApproval: 'manual' };
    }
  }

  /** Everything that can bring a Subscription into an app without its value being a prop of ours. */
  const WAYS: readonly (readonly [string, (chart: Chart) => void])[] = [
    ['a typed object', (chart) => void new olm.Subscription(chart, 'it', { metadata: { name: 'cache', namespace: 'ns' }, spec })],
    ['an included file', (chart) => {
      const file = join(mkdtempSync(join(tmpdir(), 'closed-values-')), 'subscription.json');
      writeFileSync(file, JSON.stringify(subscription));
      new Include(chart, 'it', { url: file });
    }],
    ['a subclass', (chart) => void new Changed(chart, 'it', { catalog: CatalogRef.named('hub', 'olm'), packageName: 'cache', namespace: 'ns' })],
    ['a patch', (chart) => {
      const own = new OperatorSubscription(chart, 'it', { catalog: CatalogRef.named('hub', 'olm'), packageName: 'cache', namespace: 'ns' });
      own.subscription.addJsonPatch(JsonPatch.replace('/spec/installPlanApproval', 'manual'));
    }],
  ];

  it.each(WAYS)('is found in %s', (_, create) => {
    const app = new App();
    create(new Chart(app, 'chart'));
    const findings = AppChecks.report(app).findings.filter(({ message: found }) => found.includes('installPlanApproval'));
    expect(findings.map(({ message: found }) => found)).toEqual([message]);
  });

  it('is an error of the construct without checks of the app, too', () => {
    const chart = new Chart(new App(), 'chart');
    WAYS.find(([way]) => way === 'a subclass')![1](chart);
    expect(() => synth(chart)).toThrow(`[chart/it] ${message}; set it in \`subscriptionSpec\` as OLM writes it`);
  });

  it('stops synthesis where the checks of the app are added', () => {
    const app = new App();
    AppChecks.add(app);
    WAYS[0]![1](new Chart(app, 'chart'));
    expect(() => app.synth()).toThrow('olm-value-unknown');
  });
});
