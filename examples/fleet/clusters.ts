import { Environment, PRODUCTION, STAGING } from './environments';

/** A cluster of the fleet. */
export interface FleetCluster {
  /** Name, which is that of its folder. */
  readonly name: string;

  /** Environment that it belongs to. */
  readonly environment: Environment;

  /** Whether it is OpenShift, which has its own OLM. */
  readonly openShift?: boolean;
}

/** All clusters. A new one is a line here. */
export const CLUSTERS: readonly FleetCluster[] = [
  { name: 'staging', environment: STAGING },
  { name: 'prod-eu', environment: PRODUCTION },
  { name: 'prod-us', environment: PRODUCTION },
  { name: 'prod-openshift', environment: PRODUCTION, openShift: true },
];
