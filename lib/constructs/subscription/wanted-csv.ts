import type { IConstruct } from 'constructs';
import { stringField } from '../../formats/json/json-value';
import { registryWithName } from '../catalogs/registries-of-cluster';
import { exactContent } from './exact-content';
import { InstallPlanApproval } from './operator-subscription-props';
import type { SubscriptionChoice } from './subscription-choice';

/**
 * Returns the name of the ClusterServiceVersion that a Subscription leads to: the pinned one, or the one at which OLM arrives in a followed channel
 * of a catalog whose exact content the app has. Other catalogs in the cluster may be newer than their known content, and if the user approves
 * upgrades, it is the user who decides: in these cases, the result is undefined. So it is if OLM follows several channels, because none is specified.
 *
 * @param spec spec of the Subscription, as in the manifest
 */
export function wantedCsv(subscription: IConstruct, { catalog, version }: SubscriptionChoice, spec: unknown): string | undefined {
  const startingCsv = stringField(spec, 'startingCSV');
  if (stringField(spec, 'installPlanApproval') === InstallPlanApproval.MANUAL) {
    return version === undefined ? undefined : startingCsv;
  }
  const [catalogName, catalogNamespace] = [stringField(spec, 'source') ?? '', stringField(spec, 'sourceNamespace') ?? ''];
  const isOwn = catalog.catalogName === catalogName && catalog.catalogNamespace === catalogNamespace;
  const content = (isOwn ? exactContent(catalog) : undefined) ?? registryWithName(subscription, { catalogName, catalogNamespace })?.catalogContent;
  const known = content?.tryFindPackage(stringField(spec, 'name') ?? '');
  const channel = stringField(spec, 'channel');
  const followed = channel === undefined ? known?.channels ?? [] : [known?.tryFindChannel(channel)];
  return followed.length === 1 ? followed[0]?._destination(startingCsv)?.name : undefined;
}
