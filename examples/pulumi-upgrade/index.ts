import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

const config = new pulumi.Config();

// `pulumi config set wait false`: create the objects without waiting and without approving InstallPlans.
const isWaiting = config.getBoolean('wait') !== false;

const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait: isWaiting ? {} : false });

// All versions stay in the catalog, so that OLM finds the upgrades between them.
const registry = new OperatorRegistry('hello-catalog', {
  bundles: ['../quickstart/bundle', '../bundle-upgrade/bundle-0.2.0', 'bundle-0.3.0'].map((folder) => Bundle.fromDirectory(join(__dirname, folder))),
  olm,
  wait: isWaiting ? {} : false,
});

const hello = new OperatorSubscription('hello', {
  catalog: registry,
  // The only setting that an upgrade changes.
  version: config.get('version') ?? '0.1.0',
  wait: isWaiting ? {
    upgradePath: 'stepwise',
    // `pulumi config set recover 1`: a failed or deleted operator is installed once more.
    recover: config.getNumber('recover') ?? 0,
    onDestroy: {
      // `pulumi config set greetings delete`, then `pulumi up`: `pulumi destroy` also deletes the objects of the operator's APIs.
      operands: config.get('greetings') === 'delete' ? 'delete' : 'abort',
      deleteCrds: true,
    },
  } : false,
});

/** Namespace of the operator. */
export const namespace = hello.namespace;

/** Installed ClusterServiceVersion. */
export const csvName = hello.csvName;

/** Installed version. */
export const version = hello.version;

/** Duration of each phase of the last wait, in seconds. */
export const phaseSeconds = hello.ready?.phaseSeconds;
