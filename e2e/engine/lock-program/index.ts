import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';
import { OperatorLockFile, OperatorUpgradePlan } from 'olm-constructs/resolve';

/** A locked operator, which is upgraded by a plan if there is one. */
const config = new pulumi.Config();
const kubeconfig = config.requireSecret('kubeconfig');
const provider = new kubernetes.Provider('cluster', { kubeconfig });
const wait = { kubeconfig, timeouts: { total: 300, terminalGrace: 1, settling: 0.2 } };

const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait }, { provider });
const bundles = config.require('bundles').split(',').map((folder) => Bundle.fromDirectory(folder));
const registry = new OperatorRegistry('catalog', { name: 'hello-operator-catalog', bundles, olm, wait }, { provider });

const plan = config.get('plan');
new OperatorSubscription('hello', {
  catalog: registry,
  packageName: 'hello-operator',
  namespace: 'hello',
  lock: OperatorLockFile.fromFile(config.require('lock')),
  ...(plan === undefined ? {} : { upgradePlan: OperatorUpgradePlan.fromFile(plan) }),
  wait,
}, { provider });
