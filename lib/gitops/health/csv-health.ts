import { failed, field, firstOf, isOneOf, item, KindHealth, not, progressing, ready, some } from './health-rule';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';

const PHASE = field('status', 'phase');
const REASON = field('status', 'reason');
const MESSAGE = field('status', 'message');
const REQUIREMENTS = field('status', 'requirementStatus');

/** Reasons of failures that are temporary, because OLM restarts the operator by itself. */
export const RESTARTS = ['ComponentUnhealthy', 'NeedsReinstall', 'RequirementsNotMet', 'NeedsCertRotation', 'APIServiceResourceIssue', 'APIServiceResourcesNeedReinstall'];

/** The Kubernetes version of the cluster is older than the operator requires. */
const TOO_OLD = [isOneOf(item('kind'), 'ClusterServiceVersion'), isOneOf(item('status'), 'PresentNotSatisfied')];

/** Missing requirements; that of a ServiceAccount is not satisfied until OLM has created its roles. */
const MISSING = isOneOf(item('status'), 'NotPresent', 'PresentNotAvailable', 'PresentNotSatisfied');

/** ClusterServiceVersion of OLM v0. Phases that OLM leaves by itself are not failures, regardless of their names. */
export const CSV_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'ClusterServiceVersion',
  rules: [
    ready([isOneOf(PHASE, 'Succeeded')], MESSAGE),
    ready([isOneOf(REASON, 'Copied')], MESSAGE),
    failed([isOneOf(PHASE, 'Failed'), not(isOneOf(REASON, ...RESTARTS))], REASON, ': ', MESSAGE),
    failed([some(REQUIREMENTS, ...TOO_OLD)], firstOf(REQUIREMENTS, TOO_OLD, item('message'))),
    failed([isOneOf(PHASE, 'Pending', 'InstallReady', 'Installing', 'Failed'), some(field('status', 'conditions'), isOneOf(item('reason'), 'InstallCheckFailed'))],
      'OLM gave up starting it and started over: ', MESSAGE),
    progressing([isOneOf(REASON, 'RequirementsNotMet'), some(REQUIREMENTS, MISSING)],
      'waits for ', firstOf(REQUIREMENTS, [MISSING], item('kind'), ' ', item('name'), ': ', item('message'))),
    progressing([isOneOf(PHASE, 'Pending', 'InstallReady', 'Installing', 'Failed', 'Replacing', 'Deleting')], PHASE, ' (', REASON, '): ', MESSAGE),
    progressing([], 'OLM has not processed it yet'),
  ],
};
