import { Duration } from 'cdk8s';
import { InClusterProgramProps } from './in-cluster-program-props';

/** Properties of all Jobs that run the command line in a cluster. */
export interface OperatorJobProps extends InClusterProgramProps {
  /**
   * How long the Job may take.
   *
   * @default Duration.minutes(15)
   */
  readonly timeout?: Duration;

  /**
   * Namespace of the Job, its account and its ConfigMaps. It must exist.
   *
   * @default - that of the operators; required if they are in several, or if there are only ClusterExtensions
   */
  readonly namespace?: string;

  /**
   * Name of the Job, its account and its roles; at most 48 characters.
   *
   * @default - the name of the first Subscription or other object with the suffix `-wait` or `-removal`
   */
  readonly name?: string;
}
