import { InspectionError } from './inspection-error';
import { ClusterProblem, ClusterView } from '../../waiting/view/cluster-view';
import { Interest } from '../../waiting/view/interest';
import { accessFindings } from '../../waiting/explain/access';
import { commandLineRemedy } from '../../waiting/explain/command-line-remedies';
import { InterestProblem, missingPermissionsFinding } from '../../waiting/explain/permissions';

/**
 * Refuses to judge anything by incomplete objects.
 *
 * @param namespace namespace that was read, or undefined for all
 * @throws InspectionError with the missing permissions, or another reason
 */
export function refuseIncomplete(view: ClusterView, interests: readonly Interest[], namespace: string | undefined): void {
  const problems = interests.map((interest) => ({ interest, problem: view.snapshot(interest).problem })).filter(hasProblem);
  const forbidden = problems.filter(({ problem }) => problem.kind === 'forbidden').map(({ interest: { resource }, problem }) => (
    { problem, interest: { resource, ...(namespace === undefined ? {} : { namespace }) } }
  ));
  const [finding] = forbidden.length > 0 ? [missingPermissionsFinding(forbidden, true)] : accessFindings(view, interests, false);
  if (finding !== undefined) {
    throw new InspectionError(`${finding.message}; ${finding.remedy ?? commandLineRemedy(finding.cause)}`);
  }
}

function hasProblem(found: { readonly interest: Interest; readonly problem: ClusterProblem | undefined }): found is InterestProblem {
  return found.problem !== undefined;
}
