import { OperatorRegistry } from './operator-registry';
import { OperatorRegistryProps } from './operator-registry-props';
import { OperatorSubscription } from './operator-subscription';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { Bundle } from '../bundle/bundle';
import { InstallMode } from '../bundle/install-mode';

/** What every engine is asked: a bundle, and where its operator runs. */
export interface EngineRequest {
  readonly bundle: Bundle;
  /** Earlier versions of it. */
  readonly previous: readonly Bundle[];
  readonly namespace: string | undefined;
  readonly createNamespace: boolean | undefined;
  readonly channel: string | undefined;
  readonly installMode: InstallMode | undefined;
  /** Makes a registry in the deployment; a subclass of it may make one of its own kind. */
  readonly makeRegistry: (id: string, props: OperatorRegistryProps) => OperatorRegistry;
  /** Makes a subscription in the deployment; likewise. */
  readonly makeSubscription: (id: string, props: OperatorSubscriptionProps) => OperatorSubscription;
  readonly marks: { readonly labels?: { [key: string]: string }; readonly annotations?: { [key: string]: string } };
}

/** What an engine made. */
export interface EngineResult {
  readonly namespace: string;
  readonly registry?: OperatorRegistry;
  readonly subscription?: OperatorSubscription;
}
