import * as pulumi from '@pulumi/pulumi';
import { CatalogRef, OperatorGroupRef, OperatorSubscription } from 'olm-constructs/pulumi';
import type { ExistingObject } from 'olm-constructs/pulumi';

/** An operator in a namespace that may be there already, in which others may have theirs. Settings of the stack vary it. */
const config = new pulumi.Config();
const theirs = config.get('theirGroup');
const name = config.get('subscription');
const existing = (key: string): ExistingObject => config.get<ExistingObject>(key) ?? 'fail';

const operator = new OperatorSubscription('hello', {
  catalog: CatalogRef.named('approved', 'olm'),
  package: config.get('package') ?? 'plain',
  namespace: config.get('namespace') ?? 'team',
  labels: { 'example.com/team': 'a' },
  existingNamespace: existing('existingNamespace'),
  ...(name === undefined ? {} : { name }),
  ...(theirs === undefined ? { existingOperatorGroup: existing('existingOperatorGroup') } : { operatorGroup: OperatorGroupRef.named(theirs) }),
  wait: config.get('wait') === 'false' ? false : { timeouts: { total: 300, settling: 0 } },
}, config.getBoolean('retain') === true ? { retainOnDelete: true } : {});

export const namespace = operator.namespace;
