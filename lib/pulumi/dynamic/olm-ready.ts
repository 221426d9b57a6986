import type * as pulumi from '@pulumi/pulumi';
import { WaiterResource } from './waiter-resource';
import type { OlmOnDestroy, WaitArgs } from './wait-args';
import type { OlmRelease } from '../../olm/olm-release';
import { olmParts } from '../wait/olm/olm-parts';

/** Which OLM an `OlmReady` waits for. */
export interface OlmReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** What is installed: its parts are waited for, and removed in order. */
  readonly release: OlmRelease;

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
    const { release, ...rest } = args;
    super('OlmReady', 'olmReady', name, {
      ...rest,
      parts: olmParts(release),
      removal: release.removalSteps,
    }, [], options);
  }
}
