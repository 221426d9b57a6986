import * as pulumi from '@pulumi/pulumi';
import { CatalogRef, OperatorGroupRef, OperatorSubscription } from 'olm-constructs/pulumi';

/** An operator that may already be installed by other means. Settings of the stack vary it. */
const config = new pulumi.Config();
const theirs = config.get('theirGroup');

const operator = new OperatorSubscription('hello', {
  catalog: CatalogRef.named('cat', 'demo'),
  packageName: config.get('package') ?? 'plain',
  channel: config.get('channel') ?? 'beta',
  name: config.get('subscription') ?? 'plain',
  namespace: config.require('namespace'),
  adopt: config.getBoolean('adopt') === true,
  existingNamespace: 'share',
  ...(theirs === undefined ? {} : { operatorGroup: OperatorGroupRef.named(theirs) }),
  wait: { timeouts: { total: 300, terminalGrace: 1 }, onDestroy: { operands: 'ignore' } },
});

export const csvName = operator.csvName;
