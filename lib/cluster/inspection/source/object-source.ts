import { defined } from '../../../formats/json/defined';
import { accessFindings, InterestProblem, missingPermissionsFinding } from '../../waiting/explain/access';
import { commandLineRemedy } from '../../waiting/explain/command-line-remedies';
import { resourceName } from '../../waiting/view/api-resource';
import { ClusterStore } from '../../waiting/view/cluster-store';
import { dumpCommand, NotDumped } from './not-dumped';
import { ClusterProblem, ClusterView, distinct, Interest, interestKey, PartialState } from '../../waiting/view/cluster-view';
import { printableLines } from '../../../text/printable';

/** Objects of an interest, which may be only some of those in the cluster, or why they cannot be listed. */
export type Listing = { readonly items: readonly unknown[]; readonly state?: PartialState } | { readonly problem: ClusterProblem };

/** Source of the objects of a cluster: its API server, or a dump. */
export interface ObjectSource {
  /**
   * Lists the objects of an interest.
   *
   * @returns undefined if the source omits them, so that they stay unknown
   * @throws ClientError if the cluster cannot be reached
   */
  readonly list: (interest: Interest) => Promise<Listing | undefined>;

  /** Records that the inspection depends on an interest, of which an earlier inspection listed the objects. @default - nothing is recorded */
  readonly depend?: (interest: Interest) => void;

  /** Notes about what is missing in the source, for a result that may depend on it. */
  readonly notes: () => readonly string[];

  /** Whether the source has a selection of the cluster's objects, which can all be read at no cost: a dump. @default false */
  readonly isSelection?: boolean;

  /**
   * Returns the kinds that were listed, but of which a dump has no objects.
   *
   * @param isExplained whether to include those that only help to explain a failure
   * @default - nothing is missing
   */
  readonly notDumped?: (isExplained: boolean) => NotDumped | undefined;
}

/**
 * Lists everything that is wanted, and what is additionally wanted once that is known, until nothing is missing.
 *
 * @param wanted returns the interests for a view; called after each round of lists
 * @param store what earlier inspections of the same source listed
 */
export async function gather(
  source: ObjectSource, wanted: (view: ClusterView) => readonly Interest[], store: ClusterStore = new ClusterStore(),
): Promise<ClusterStore> {
  const asked = new Set<string>();
  for (;;) {
    const missing = distinct(wanted(store)).filter((interest) => !asked.has(interestKey(interest)));
    if (missing.length === 0) {
      return store;
    }
    missing.forEach((interest) => asked.add(interestKey(interest)));
    await Promise.all(missing.map(async (interest) => {
      if (store.has(interest)) {
        source.depend?.(interest);
        return;
      }
      const listing = await source.list(interest);
      if (listing === undefined) {
        return;
      }
      if ('problem' in listing) {
        store.lost(interest, listing.problem);
      } else {
        store.relist(interest, listing.items, listing.state);
      }
    }));
  }
}

/** A cluster or a dump cannot be inspected. The message contains the remedy and no secrets. */
export class InspectionError extends Error {
  /** @param lines what is wrong, on one line or several */
  public constructor(...lines: readonly string[]) {
    super(printableLines(lines));
    this.name = 'InspectionError';
  }
}

/** Thrown if the object to explain does not exist, or a dump lacks it. The message lists the objects that do. */
export class MissingObjectError extends InspectionError {
  public constructor(message: string) {
    super(message);
    this.name = 'MissingObjectError';
  }
}

/**
 * Refuses to judge anything by incomplete objects.
 *
 * @param namespace namespace that was read, or undefined for all
 * @throws InspectionError with the missing permissions, or another reason
 */
export function refuseIncomplete(view: ClusterView, interests: readonly Interest[], namespace: string | undefined): void {
  const problems = interests.map((interest) => ({ interest, problem: view.snapshot(interest).problem })).filter(hasProblem);
  const forbidden = problems.filter(({ problem }) => problem.kind === 'forbidden').map(({ interest: { resource }, problem }) => (
    { problem, interest: { resource, ...defined({ namespace }) } }
  ));
  const [finding] = forbidden.length > 0 ? [missingPermissionsFinding(forbidden, true)] : accessFindings(view, interests, false);
  if (finding !== undefined) {
    throw new InspectionError(`${finding.message}; ${finding.remedy ?? commandLineRemedy(finding.cause)}`);
  }
}

function hasProblem(found: { readonly interest: Interest; readonly problem: ClusterProblem | undefined }): found is InterestProblem {
  return found.problem !== undefined;
}

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
