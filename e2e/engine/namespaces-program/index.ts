import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { OperatorSubscription as SubscriptionConstruct } from 'olm-constructs';
import { CatalogRef, ChartComponent, type ExistingObjectPolicy, OperatorGroupRef, OperatorSubscription } from 'olm-constructs/pulumi';

/** An operator in a namespace that may already exist, possibly with other operators in it. Settings of the stack vary it. */
const config = new pulumi.Config();
const theirs = config.get('theirGroup');
const name = config.get('subscription');
const previousName = config.get('previousName');
const existing = (key: string): ExistingObjectPolicy => config.get<ExistingObjectPolicy>(key) ?? 'fail';

// The API server may need five minutes to delete a CRD that was just changed.
const wait = { timeouts: { total: 420, settling: 0 } };

const operator = new OperatorSubscription('hello', {
  catalog: CatalogRef.named('approved', 'olm'),
  packageName: config.get('package') ?? 'plain',
  namespace: config.get('namespace') ?? 'team',
  labels: { 'example.com/team': 'a' },
  existingNamespace: existing('existingNamespace'),
  ...(name === undefined ? {} : { name }),
  ...(previousName === undefined ? {} : { previousName }),
  ...(theirs === undefined ? { existingOperatorGroup: existing('existingOperatorGroup') } : { operatorGroup: OperatorGroupRef.named(theirs) }),
  wait: config.get('wait') === 'false' ? false : wait,
}, config.getBoolean('retain') === true ? { retainOnDelete: true } : {});

if (config.getBoolean('guest') === true) {
  const chart = new Chart(new App(), 'guest');
  new SubscriptionConstruct(chart, 'operator', {
    catalog: CatalogRef.named('approved', 'olm'),
    packageName: 'guest',
    namespace: config.require('namespace'),
    createNamespace: false,
    operatorGroup: OperatorGroupRef.named('plain'),
  });
  ChartComponent.fromChart('guest', chart, { wait });
}

export const namespace = operator.namespace;
