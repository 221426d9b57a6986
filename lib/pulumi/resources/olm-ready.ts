import type * as pulumi from '@pulumi/pulumi';
import { olmReadyInputs } from '../provider/object-inputs';
import { checkWaiterArgs } from './check-args';
import type { OlmOnDestroy, WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** OLM that an `OlmReady` waits for. */
export interface OlmReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** Objects of the installation, such as `OlmRelease.objects`. It waits for those that run, and removes all of them in order. */
  readonly objects: readonly { readonly [field: string]: unknown }[];

  /**
   * How deletion handles what OLM leaves behind.
   *
   * @default - the removal stops if there are operators
   */
  readonly onDestroy?: OlmOnDestroy;
}

/**
 * Waits until OLM runs: CRDs served, controllers rolled out, packageserver installed and its API available. Deleting the resource removes OLM in
 * order.
 */
export class OlmReady extends WaiterResource {
  /**
   * @param name name of the resource
   * @param args the installation
   * @param options options of the resource; it must depend on what it waits for
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: OlmReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of OlmReady '${name}'`, 'OlmReadyArgs', args, new.target !== OlmReady);
    const { objects, ...rest } = args;
    super('OlmReady', 'olmReady', name, { ...rest, ...olmReadyInputs(objects) }, [], options);
  }
}
