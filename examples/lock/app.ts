import { ApiObject, App, Chart } from 'cdk8s';
import { ImageCatalog, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { catalogWith, PublishedCatalog } from './catalog';

const PACKAGES = [
  'backup-operator', 'cache-operator', 'certificate-operator', 'database-operator', 'gateway-operator',
  'identity-operator', 'logging-operator', 'monitoring-operator', 'queue-operator', 'search-operator',
];

/** Settings that may differ from the example. */
export interface PlatformOptions {
  /** @default - that of the app: the folder `dist` or the one that `cdk8s synth` sets */
  readonly outdir?: string;

  /** @default - the present catalog, with both versions of each operator */
  readonly catalog?: PublishedCatalog;

  /** Path of the lock file. @default olm.lock.yaml */
  readonly path?: string;
}

/** A platform with ten operators in the versions of the lock file. */
export interface Platform {
  readonly app: App;
  readonly lock: OperatorLock;
}

/** Returns the platform. */
export function platform({ outdir, catalog = catalogWith(2), path }: PlatformOptions = {}): Platform {
  const app = new App(outdir === undefined ? {} : { outdir });
  const chart = new Chart(app, 'platform');
  const lock = new OperatorLock(chart, 'lock', path === undefined ? {} : { path }); // before all Subscriptions
  const source = new ImageCatalog(chart, 'catalog', { name: 'platform', ...catalog });
  for (const packageName of PACKAGES) {
    new OperatorSubscription(chart, packageName, { catalog: source, packageName });
  }
  new ApiObject(chart, 'orders', {
    apiVersion: 'platform.example.com/v1', kind: 'Database', metadata: { name: 'orders', namespace: 'shop' }, spec: { replicas: 3 },
  });
  return { app, lock };
}
