import { resourceName } from '../../waiting/view/api-resource';
import type { ClusterView, Interest } from '../../waiting/view/cluster-view';
import { dumpCommand } from './not-dumped';
import { InspectionError } from './object-source';

/**
 * Refuses a dump without any object of the kinds that a result lists: they are not known, rather than missing.
 *
 * @param unknown what is not known, such as `what catalogs offer`
 * @throws InspectionError with the command that dumps them
 */
export function refuseNotDumped(view: ClusterView, interests: readonly Interest[], unknown: string): void {
  const absent = interests.filter((interest) => view.snapshot(interest).state === 'not-dumped').map(({ resource }) => resource);
  if (absent.length > 0) {
    throw new InspectionError(`the dump has no ${absent.map(({ kind }) => kind).join(' and no ')}, so ${unknown} is not known; `
      + `\`${dumpCommand(absent.map(resourceName))}\` dumps them`);
  }
}
