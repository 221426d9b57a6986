import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { ICatalog } from './catalog-ref';
import { InstallPlanApproval } from './install-plan-approval';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { InstallMode } from '../bundle/model/install-mode';
import { CatalogBundle } from '../catalog/catalog-bundle';

/** A Subscription and what it depends on, as input of the checks. */
export interface CheckedSubscription {
  readonly construct: IConstruct;
  readonly subscription: ApiObject;
  readonly namespace: string;
  readonly approval: InstallPlanApproval;
  readonly catalog: ICatalog;
  /** Whether the catalog is a construct of this library, in the app. */
  readonly isCatalogOfApp: boolean;
  /** The bundle that OLM installs, if known. */
  readonly bundle: CatalogBundle | undefined;
  readonly installMode: InstallMode;
  /** Whether the user specified the install mode. */
  readonly isInstallModeGiven: boolean;
  /** The Namespace, if the construct creates it. */
  readonly namespaceObject: ApiObject | undefined;
  readonly operatorGroupName: string;
  /** The OperatorGroup that the user passed or the construct creates, or `undefined` if only its name is known. */
  readonly operatorGroup: ApiObject | undefined;
  /** Whether the user passed or named the OperatorGroup. */
  readonly isOperatorGroupGiven: boolean;
  readonly props: OperatorSubscriptionProps;
}
