import { Duration } from 'cdk8s';
import { InClusterProgram } from './in-cluster-program';
import { ContainerResources } from '../../olm/settings/pod-settings';

/** Properties of all Jobs that run the command line in a cluster. */
export interface OperatorJobProps {
  /**
   * How long the Job may take.
   *
   * @default Duration.minutes(15)
   */
  readonly timeout?: Duration;

  /**
   * The program to run.
   *
   * @default - that of this version of the library
   */
  readonly program?: InClusterProgram;

  /**
   * Image with Node 20.19 or later as `node` on the path.
   *
   * @default docker.io/library/node:22.19.0-alpine3.22
   */
  readonly image?: string;

  /**
   * Names of Secrets with credentials for the registry of the image.
   *
   * @default - none
   */
  readonly imagePullSecrets?: string[];

  /**
   * Uid of the process; 0 for one that the cluster assigns, which OpenShift requires.
   *
   * @default 1000, the user of the official image
   */
  readonly runAsUser?: number;

  /**
   * Resources of the container.
   *
   * @default - requests of 50m CPU and 96Mi memory, a limit of 256Mi memory
   */
  readonly resources?: ContainerResources;

  /**
   * Namespace of the Job, its account and its ConfigMaps. It must exist.
   *
   * @default - that of the operators; required if they are in several, or if there are only ClusterExtensions
   */
  readonly namespace?: string;

  /**
   * Name of the Job, its account and its roles; at most 48 characters.
   *
   * @default - the name of the first Subscription or other object, with `-wait` or `-removal` at its end
   */
  readonly name?: string;

  /**
   * Labels for every object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}
