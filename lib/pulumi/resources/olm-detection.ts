import type * as pulumi from '@pulumi/pulumi';
import { detectionInputs } from '../provider/object-inputs';
import { checkWaiterArgs } from './check-args';
import type { WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** What to do with an OLM that is already in the cluster, installed by hand, by operator-sdk, by OpenShift or by any other tool. */
export enum ExistingOlm {
  /** Fails with an error that names the OLM that was found and its release. */
  FAIL = 'fail',

  /** Takes over its objects and changes them to the release of the component, while operators keep running. `pulumi destroy` removes them. */
  ADOPT = 'adopt',

  /** Uses it without changes, and creates nothing. */
  USE = 'use',
}

/** OLM that an `OlmDetection` looks for. */
export interface OlmDetectionArgs extends Omit<WaitArgs, 'skip'> {
  /** What to do with an OLM that exists. */
  readonly existing: ExistingOlm;

  /** Namespace of OLM's own pods. */
  readonly namespace: string;

  /** Namespace for operators that watch all namespaces. */
  readonly operatorNamespace: string;

  /** Namespace of global catalogs. */
  readonly catalogNamespace: string;

  /**
   * Objects that will be applied, such as `OlmRelease.objects`. An adoption that would lose objects is rejected.
   *
   * @default - none
   */
  readonly objects?: readonly { readonly [field: string]: unknown }[];
}

/** An OLM in the cluster. All fields are undefined if there is none. */
export interface FoundOlm {
  /** Namespace of OLM's own pods. */
  readonly namespace?: string;

  /** Namespace for operators that watch all namespaces. */
  readonly operatorNamespace?: string;

  /** Namespace of global catalogs. */
  readonly catalogNamespace?: string;

  /** Release without a leading `v`, or undefined if it cannot be determined from its objects, as in OpenShift. */
  readonly release?: string;

  /** Tool that installed it: OpenShift, operator-sdk, kubectl, Helm, Argo CD, Flux or Pulumi, or undefined if it left no known traces. */
  readonly installedBy?: string;
}

/**
 * Looks for an OLM in the cluster before one is installed, adopted or used, and recognizes its release from its objects. It changes nothing. It fails
 * if an OLM was found but must not exist, if it is missing or in other namespaces, or if it cannot be adopted.
 */
export class OlmDetection extends WaiterResource {
  /** OLM that was found in the cluster. */
  declare public readonly found: pulumi.Output<FoundOlm>;

  /**
   * @param name name of the resource
   * @param args what to look for
   * @param options options of the resource; the objects of OLM must depend on it
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: OlmDetectionArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of OlmDetection '${name}'`, 'OlmDetectionArgs', args, new.target !== OlmDetection);
    const { objects = [], ...rest } = args;
    super('OlmDetection', 'olmDetection', name, { ...rest, ...detectionInputs(objects) }, ['found'], options);
  }
}
