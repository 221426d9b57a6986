import * as path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { Bundle, PlainBundle } from 'olm-constructs/bundle';
import { BundleDeployment, type ExistingObjectPolicy, PlainBundleDeployment, PlainEngine } from 'olm-constructs/pulumi';

/** An operator without OLM, and a bundle without a ClusterServiceVersion. Settings of the stack vary both. */
const config = new pulumi.Config();
const nodes = config.get('nodes');
const timeouts = { total: 60, settling: 1, phases: { rollout: 8 } };
const operands = config.get<'abort' | 'ignore' | 'delete'>('operands');
const existing = config.get<ExistingObjectPolicy>('existing');
const policies = existing === undefined ? {} : { existingCrds: existing, existingNamespace: existing };

const hello = new BundleDeployment('hello', {
  bundle: Bundle.fromDirectory(config.require('bundle')),
  namespace: 'hello',
  engine: new PlainEngine({ ...(nodes === undefined ? {} : { deploymentConfig: { nodeSelector: { pool: nodes } } }) }),
  wait: { timeouts, onDestroy: { ...(operands === undefined ? {} : { operands, deleteCrds: true }) } },
  ...policies,
});

new PlainBundleDeployment('cache', {
  bundle: PlainBundle.fromDirectory(path.join(__dirname, 'cache')), namespace: 'cache', wait: { timeouts, onDestroy: { deleteCrds: true } }, ...policies,
});

export const csvName = hello.csvName;
export const version = hello.version;
