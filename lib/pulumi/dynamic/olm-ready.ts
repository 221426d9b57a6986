import type * as pulumi from '@pulumi/pulumi';
import { WaiterResource } from './waiter-resource';
import type { OlmOnDestroy, WaitArgs } from './wait-args';
import type { KubernetesManifest } from '../../olm/kubernetes-manifest';
import { removalOrder } from '../../olm/removal-order';
import { olmParts } from '../wait/olm/olm-parts';

/** Which OLM an `OlmReady` waits for. */
export interface OlmReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** The objects that it is made of, such as `OlmRelease.objects`: those that run are waited for, and all are removed in order. */
  readonly objects: readonly { readonly [field: string]: unknown }[];

  /**
   * What happens to what OLM leaves behind.
   *
   * @default - operators that are left stop the removal
   */
  readonly onDestroy?: OlmOnDestroy;
}

/** OLM that runs: CRDs served, controllers rolled out, packageserver installed and answering. Deleting it removes OLM in order. */
export class OlmReady extends WaiterResource {
  /**
   * @param name the name of the resource
   * @param args which OLM
   * @param options of the resource; it has to depend on what it waits for
   */
  public constructor(name: string, args: OlmReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    const { objects, ...rest } = args;
    const manifests = objects as unknown as readonly KubernetesManifest[];
    super('OlmReady', 'olmReady', name, {
      ...rest,
      parts: olmParts({ _manifests: manifests }),
      removal: removalOrder(manifests),
    }, [], options);
  }
}
