import { mapsField, textField } from '../../../../bundle/json-value';
import { KubernetesObject, specText } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { nearestNames } from '../../../../bundle/nearest-names';
import { list } from '../quote';

/**
 * What a Subscription asks for and its catalog does not have, with the names nearest to it. Says nothing as long as packageserver
 * lists nothing of that catalog.
 *
 * @param csv the ClusterServiceVersion that is asked for, if one is
 */
export function packageFindings(subscription: KubernetesObject, csv: string | undefined, packages: readonly KubernetesObject[]): Finding[] {
  const [source, sourceNamespace] = [specText(subscription, 'source'), specText(subscription, 'sourceNamespace')];
  const ofCatalog = packages.filter(({ status }) => (
    textField(status, 'catalogSource') === source && textField(status, 'catalogSourceNamespace') === sourceNamespace
  ));
  const name = specText(subscription, 'name') ?? '';
  if (ofCatalog.length === 0) {
    return [];
  }
  const names = ofCatalog.map(({ status, metadata }) => textField(status, 'packageName') ?? metadata.name);
  const found = ofCatalog[names.indexOf(name)];
  if (found === undefined) {
    return [{ cause: 'package-unknown', text: `catalog ${sourceNamespace ?? ''}/${source ?? ''} has no package ${name}${meant(name, names)}` }];
  }
  const channels = mapsField(found.status, 'channels');
  const wanted = specText(subscription, 'channel') ?? textField(found.status, 'defaultChannel') ?? '';
  const channel = channels.find((candidate) => textField(candidate, 'name') === wanted);
  if (channel === undefined) {
    const known = channels.map((candidate) => textField(candidate, 'name') ?? '');
    return [{ cause: 'channel-unknown', text: `package ${name} has no channel ${wanted}; its channels are ${list(known)}${meant(wanted, known)}` }];
  }
  const entries = mapsField(channel, 'entries').map((entry) => textField(entry, 'name') ?? '');
  return csv === undefined || entries.length === 0 || entries.includes(csv)
    ? []
    : [{ cause: 'version-unknown', text: `channel ${wanted} of package ${name} has no ${csv}${meant(csv, entries)}` }];
}

function meant(name: string, candidates: readonly string[]): string {
  const nearest = nearestNames(name, candidates);
  return nearest.length === 0 ? '' : `; did you mean ${nearest.join(' or ')}?`;
}
