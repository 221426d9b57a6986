import { IConstruct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { affinityProblems, labelSelectorProblems } from '../../olm/v0/settings/affinity-problems';
import { Affinity, LabelSelector } from '../../olm/v0/settings/affinity';
import { ContainerResources, Toleration } from '../../olm/v0/settings/pod-settings';
import { unknownVolumeFields } from '../../render/decode-deployment-config';
import { ConstructError } from './construct-error';
import { EnvFromSource, EnvVariable } from './operator-env';
import { OperatorVolume, OperatorVolumeMount } from './operator-volume';

/** Claim of a resource that the pods of the operator define, such as a device. */
export interface ResourceClaim {
  /** Name of the claim in `spec.resourceClaims` of the pods. */
  readonly name: string;

  /**
   * Name of the request in the claim.
   *
   * @default - everything from the claim
   */
  readonly request?: string;
}

/** Resource requests, limits and claims of the containers of an operator. */
export interface OperatorResources extends ContainerResources {
  /**
   * Claims of resources that the pods define.
   *
   * @default - none
   */
  readonly claims?: ResourceClaim[];
}

/**
 * Changes to the Deployments of an operator, with the field names of Kubernetes. They apply to all Deployments of the operator, and those of containers
 * to all of their containers.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/doc/design/subscription-config.md
 */
export interface OperatorConfig {
  /**
   * Environment variables. They replace those of the same name.
   *
   * @default - those of the bundle
   */
  readonly env?: EnvVariable[];

  /**
   * ConfigMaps and Secrets whose keys become environment variables, in addition to those of the bundle.
   *
   * @default - none
   */
  readonly envFrom?: EnvFromSource[];

  /**
   * Volumes. They replace those of the same name.
   *
   * @default - those of the bundle
   */
  readonly volumes?: OperatorVolume[];

  /**
   * Where containers mount volumes. Mounts of a volume with the same name are replaced.
   *
   * @default - those of the bundle
   */
  readonly volumeMounts?: OperatorVolumeMount[];

  /**
   * Resource requests and limits of the containers, as quantities such as `100m` or `1Gi`. They replace those of the bundle.
   *
   * @default - those of the bundle
   */
  readonly resources?: OperatorResources;

  /**
   * Labels that nodes must have to run the pods. They replace those of the bundle; an empty map removes them.
   *
   * @default - those of the bundle
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * Taints that the pods tolerate, in addition to those of the bundle.
   *
   * @default - those of the bundle
   */
  readonly tolerations?: Toleration[];

  /**
   * Scheduling constraints of the pods. Each of its three parts replaces that of the bundle; an empty part removes it.
   *
   * @default - those of the bundle
   */
  readonly affinity?: Affinity;

  /**
   * Annotations of the Deployments and their pods. Those of the bundle take precedence.
   *
   * @default - those of the bundle
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Labels of the pods. OLM v0 ignores it, and OLM v1 does not have it.
   *
   * @default - none
   */
  readonly selector?: LabelSelector;
}

/**
 * Checks what the declaration of a config does not: the fields of custom volumes, and the operators of selectors.
 *
 * @param prop name of the prop, for the error
 * @throws ConstructError with a line for each problem
 */
export function checkOperatorConfig(construct: IConstruct, prop: string, { volumes, affinity, selector }: OperatorConfig): void {
  const problems = [
    ...listed(volumes).flatMap((volume, index) => volumeProblems(volume, `${prop}.volumes[${index}]`)),
    ...(affinity === undefined ? [] : affinityProblems(affinity, `${prop}.affinity`)),
    ...(selector === undefined ? [] : labelSelectorProblems(selector, `${prop}.selector`)),
  ];
  if (problems.length > 0) {
    throw new ConstructError(construct, problems.join('\n'));
  }
}

function volumeProblems({ name: _, custom, ...typed }: OperatorVolume, path: string): string[] {
  const sources = [...Object.keys(defined(typed)), ...Object.keys(custom ?? {})];
  return [
    ...(sources.length > 1 ? [`${path} has several sources, ${sources.map((source) => `'${source}'`).join(' and ')}; keep one of them`] : []),
    ...(custom === undefined ? [] : unknownVolumeFields(custom, `${path}.custom`)),
  ];
}

/** Returns a config as written to a manifest: as `spec.config` of a Subscription. */
export function operatorConfigJson(config: OperatorConfig): { [field: string]: unknown } {
  const volumes = listed(config.volumes);
  return defined(volumes.some(({ custom }) => custom !== undefined) ? { ...config, volumes: volumes.map(volumeJson) } : { ...config });
}

function volumeJson({ custom, ...volume }: OperatorVolume): object {
  return { ...volume, ...custom };
}

/** Returns the items of a list, or none for what cdk8s produces at synthesis. */
function listed(volumes: readonly OperatorVolume[] | undefined): readonly OperatorVolume[] {
  return Array.isArray(volumes) ? volumes : [];
}
