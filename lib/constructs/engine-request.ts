import { OperatorRegistry } from './operator-registry';
import { OperatorSubscription } from './operator-subscription';
import { Bundle } from '../bundle/bundle';
import { InstallMode } from '../bundle/install-mode';

/** What every engine is asked: a bundle, and where its operator runs. */
export interface EngineRequest {
  readonly bundle: Bundle;
  readonly namespace: string | undefined;
  readonly createNamespace: boolean | undefined;
  readonly channel: string | undefined;
  readonly installMode: InstallMode | undefined;
  readonly marks: { readonly labels?: { [key: string]: string }; readonly annotations?: { [key: string]: string } };
}

/** What an engine made. */
export interface EngineResult {
  readonly namespace: string;
  readonly registry?: OperatorRegistry;
  readonly subscription?: OperatorSubscription;
}
