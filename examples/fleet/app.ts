import { join } from 'node:path';
import { Bundle, Cluster, Fleet, OlmVersion } from 'olm-constructs';
import { Platform } from './platform';

const examples = join(__dirname, '..');
const released = Bundle.fromDirectory(join(examples, 'quickstart', 'bundle'));
const next = Bundle.fromDirectory(join(examples, 'bundle-upgrade', 'bundle-0.2.0'));

/** Versions in staging. To promote them, copy them to `PRODUCTION`. */
const STAGING = { olm: OlmVersion.V0_46_0, bundles: [released, next] };
const PRODUCTION = { olm: OlmVersion.V0_45_0, bundles: [released] };

/** Returns the fleet: one platform in three clusters, one of which is OpenShift. */
export function fleet(outdir: string): Fleet {
  const app = new Fleet({ outdir });
  new Platform(new Cluster(app, 'staging', { kubernetesVersion: '1.34' }), 'platform', STAGING);
  new Platform(new Cluster(app, 'production', { kubernetesVersion: '1.33' }), 'platform', { ...PRODUCTION, olmReplicas: 2 });
  new Platform(new Cluster(app, 'openshift', { kubernetesVersion: '1.33', openShift: true }), 'platform', { bundles: PRODUCTION.bundles });
  return app;
}
