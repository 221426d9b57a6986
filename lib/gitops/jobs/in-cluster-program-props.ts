import { InClusterProgram } from './in-cluster-program';
import { ContainerResources } from '../../olm/v0/settings/pod-settings';

/** Properties of everything that runs the command line in a cluster. */
export interface InClusterProgramProps {
  /**
   * The program to run.
   *
   * @default - the program of this version of the library
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
   * Uid of the process; 0 for a uid that the cluster assigns, which OpenShift requires.
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
