import type { IConstruct } from 'constructs';
import type { OperatorSubscriptionProps } from './operator-subscription-props';
import { newestAccepted } from './package-request';
import type { SubscriptionChoice } from './subscription-choice';

/**
 * Returns why a package that OLM v1 installs is not locked although its cluster has a lock, as a sentence, or undefined if its version is fixed.
 *
 * @param owner the lock of the cluster
 */
export function unlockedVersion(owner: IConstruct, props: OperatorSubscriptionProps, choice: SubscriptionChoice): string | undefined {
  if (props.version !== undefined) {
    return undefined;
  }
  const newest = newestAccepted(props, choice)?.version;
  return `OLM v1 chooses the version of package '${choice.package}' in the cluster, and the lock at '${owner.node.path}' is for OLM v0; set 'version'`
    + `${props.versionRange === undefined ? '' : ", instead of 'versionRange',"} to one version${newest === undefined ? '' : `, such as '${newest}', the newest one that the app accepts`}`;
}
