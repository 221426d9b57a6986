import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { InClusterProgram } from './in-cluster-program';
import { ContainerResources } from '../../olm/settings/pod-settings';

/** Properties of `OperatorWaitJob`. */
export interface OperatorWaitJobProps {
  /**
   * What to wait for: constructs that contain Subscriptions, CatalogSources, ClusterCatalogs or ClusterExtensions, such as an
   * `OperatorSubscription`, a `BundleDeployment` or a chart. At least one.
   */
  readonly waitFor: Construct[];

  /**
   * Whether the Job is a hook of Argo CD that runs in each sync, after what it waits for. Otherwise the name of the Job changes with what it
   * waits for, so that it runs once for each change with any tool.
   *
   * @default false
   */
  readonly argoCdHook?: boolean;

  /**
   * Whether the Job approves InstallPlans that install nothing but pinned versions: those of Subscriptions with manual approval and a
   * `startingCSV`.
   *
   * @default true
   */
  readonly approve?: boolean;

  /**
   * Whether older versions in the channel are approved on the way to a pinned one.
   *
   * @default false
   */
  readonly stepwise?: boolean;

  /**
   * Names of other ClusterServiceVersions that may be approved, on the way to a pinned version or as dependencies.
   *
   * @default - none
   */
  readonly allowedCsvs?: string[];

  /**
   * How often a failed installation is deleted, so that OLM retries.
   *
   * @default 0
   */
  readonly recover?: number;

  /**
   * How long to wait for everything together.
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
   * Name of the Job, its account and its roles.
   *
   * @default - the name of the first Subscription or other object, with `-wait` at its end
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
