import type { Affinity } from './affinity';
import { affinityProblems } from './affinity-problems';
import type { Toleration } from './pod-settings';

/** Security context of a catalog's pod. */
export enum SecurityContextConfig {
  /** Meets the Pod Security level `restricted`. Images with file-based catalogs run with it. */
  RESTRICTED = 'restricted',

  /** Sets none, for images that must run as root. The namespace must not enforce the level `restricted`. */
  LEGACY = 'legacy',
}

/** Folders of a catalog's image whose content OLM serves with its own `opm`. */
export interface ExtractContentConfig {
  /** Folder with the file-based catalog, such as `/configs`. */
  readonly catalogDir: string;

  /**
   * Folder with the cache that was built with the image, such as `/tmp/cache`. Releases before 0.32.0 require it.
   *
   * @default - none: the cache is built when the pod starts
   */
  readonly cacheDir?: string;
}

/**
 * Configuration of the pod that OLM runs for a catalog from an image.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/catalogsource_types.go
 */
export interface GrpcPodConfig {
  /**
   * Labels that nodes must have to run the pod, besides `kubernetes.io/os: linux`.
   *
   * @default - none
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * Taints that the pod tolerates.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];

  /**
   * Scheduling constraints of the pod. Supported from OLM 0.26.0 on.
   *
   * @default - none
   */
  readonly affinity?: Affinity;

  /**
   * Priority class of the pod.
   *
   * @default - the cluster's default
   */
  readonly priorityClassName?: string;

  /**
   * Target for the memory use of the server, such as `64Mi`: the memory request of the pod, and its GOMEMLIMIT. Supported from OLM 0.26.0 on.
   *
   * @default - a request of 50Mi, and no GOMEMLIMIT
   */
  readonly memoryTarget?: string;

  /**
   * Serves the content of the image with the `opm` of OLM, not with the server in the image. Supported from OLM 0.26.0 on.
   *
   * @default - the image is run
   */
  readonly extractContent?: ExtractContentConfig;

  /**
   * Security context of the pod. Supported from OLM 0.23.0 on.
   *
   * @default SecurityContextConfig.RESTRICTED
   */
  readonly securityContextConfig?: SecurityContextConfig;
}

/** Returns the invalid values of a configuration, as sentences. */
export function grpcPodConfigProblems(config: GrpcPodConfig): string[] {
  const { affinity, memoryTarget, extractContent } = config;
  return [
    ...(affinity === undefined ? [] : affinityProblems(affinity, 'grpcPodConfig.affinity')),
    ...(memoryTarget === undefined || isAmountOfMemory(memoryTarget)
      ? [] : [`grpcPodConfig.memoryTarget must be an amount of memory such as 64Mi or 1Gi: got "${memoryTarget}"`]),
    ...(extractContent === undefined ? [] : [
      ...folder('catalogDir', extractContent.catalogDir ?? ''),
      ...(extractContent.cacheDir === undefined ? [] : folder('cacheDir', extractContent.cacheDir)),
    ]),
  ];
}

/** Whether a Kubernetes quantity is enough memory for a server to run with. A number without a unit is in bytes. */
function isAmountOfMemory(quantity: string): boolean {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(Ki|Mi|Gi|Ti|k|M|G|T)?$/.exec(quantity) ?? [];
  const base = unit.endsWith('i') ? 1024 : 1000;
  return amount !== undefined && Number(amount) * base ** ['', 'k', 'm', 'g', 't'].indexOf(unit.charAt(0).toLowerCase()) >= 1024 ** 2;
}

function folder(key: string, path: string): string[] {
  return /^\/[^/]/.test(path) ? [] : [`grpcPodConfig.extractContent.${key} must be the path of a folder in the image, such as /configs: got "${path}"`];
}
