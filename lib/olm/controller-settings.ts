import { Affinity } from './affinity';
import { ContainerResources, Toleration } from './pod-settings';

/** How one of OLM's programs runs. */
export interface ControllerSettings {
  /**
   * How many pods run, from 0 on. olm-operator and catalog-operator elect no leader: a second pod of theirs does the work of
   * the first one again, at the same time.
   *
   * @default - 1 of olm-operator and of catalog-operator, 2 of packageserver
   */
  readonly replicas?: number;

  /**
   * What the container asks of a node, and how much it may use.
   *
   * @default - requests of 10m CPU and 160Mi (olm-operator), 80Mi (catalog-operator) or 50Mi (packageserver) of memory; no limits
   */
  readonly resources?: ContainerResources;

  /**
   * Labels of the nodes that the pods may run on, besides `kubernetes.io/os: linux`.
   *
   * @default - none
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * Taints that the pods accept.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];

  /**
   * Which nodes the pods want, and near which other pods. The pods have the label `app` with the name of their program.
   *
   * @default - none
   */
  readonly affinity?: Affinity;

  /**
   * The priority class of the pods, for example Kubernetes' own `system-cluster-critical`.
   *
   * @default - the cluster's default
   */
  readonly priorityClassName?: string;

  /**
   * Annotations of the pods. Annotations about a container stand here too, since Kubernetes has no other place for them:
   * they name the container (`container.apparmor.security.beta.kubernetes.io/olm-operator`), which is called as its program.
   *
   * @default - none
   */
  readonly podAnnotations?: { [key: string]: string };

  /**
   * Arguments for the program after all others. Of an argument that is given twice, the last one counts.
   *
   * @default - none
   */
  readonly extraArguments?: string[];
}
