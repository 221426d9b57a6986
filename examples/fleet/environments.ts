import { join } from 'node:path';
import { OlmVersion } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';

const examples = join(__dirname, '..');
const released = Bundle.fromDirectory(join(examples, 'quickstart', 'bundle'));
const next = Bundle.fromDirectory(join(examples, 'bundle-upgrade', 'bundle-0.2.0'));

/** Settings that all clusters of an environment have in common. */
export interface Environment {
  /** Version of Kubernetes. */
  readonly kubernetesVersion: string;

  /** Release of OLM. */
  readonly olm: OlmVersion;

  /** Replicas of OLM's controllers. */
  readonly olmReplicas: number;

  /** Versions of the operator, the one to install last. */
  readonly bundles: Bundle[];
}

/** Versions that are tried out. To promote them, copy them to `PRODUCTION`. */
export const STAGING: Environment = { kubernetesVersion: '1.34', olm: OlmVersion.V0_46_0, olmReplicas: 1, bundles: [released, next] };

/** Versions that users depend on. */
export const PRODUCTION: Environment = { kubernetesVersion: '1.33', olm: OlmVersion.V0_45_0, olmReplicas: 2, bundles: [released] };
