import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { Bundle, DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

const config = new pulumi.Config();

// `pulumi config set wait false`: make the objects, wait for nothing, and approve nothing.
const isWaiting = config.getBoolean('wait') !== false;

const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait: isWaiting ? {} : false });

// All versions stay in the catalog, so that OLM finds the way from each to the next.
const registry = new OperatorRegistry('hello-catalog', {
  bundles: ['../quickstart/bundle', '../bundle-upgrade/bundle-0.2.0', 'bundle-0.3.0'].map((folder) => Bundle.fromDirectory(join(__dirname, folder))),
  olm,
  wait: isWaiting ? {} : false,
});

const hello = new OperatorSubscription('hello', {
  registry,
  // The one setting that an upgrade changes.
  version: config.get('version') ?? '0.1.0',
  wait: isWaiting ? {
    upgradePath: 'stepwise',
    // `pulumi config set recover 1`: what failed, or what somebody deleted, is installed once more.
    recover: config.getNumber('recover') ?? 0,
    onDestroy: {
      // `pulumi config set greetings delete`, then `pulumi up`: a destroy deletes what users made of the operator's APIs.
      operands: config.get('greetings') === 'delete' ? 'delete' : 'abort',
      deleteCrds: true,
    },
  } : false,
});

/** Where the operator is installed. */
export const namespace = hello.namespace;

/** The ClusterServiceVersion that runs. */
export const csvName = hello.csvName;

/** The version that runs. */
export const version = hello.version;

/** How many seconds the last wait spent in each of its phases. */
export const phaseSeconds = hello.ready?.phaseSeconds;
