import { MADE_STATES } from './made-states';
import { ARGO_CD_STATUS } from '../../../lib/gitops/argocd/health-checks';
import { judgeHealth } from '../../../lib/gitops/health/judge-health';
import { KNOWN_HEALTH } from '../../../lib/gitops/health/known-health';

describe('health of states that no recording contains', () => {
  it.each(MADE_STATES)('$title: $status', ({ check, object, status, message }) => {
    const judged = judgeHealth(check, object);
    expect({ status: ARGO_CD_STATUS[judged.verdict], message: judged.message }).toEqual({ status, message });
  });
});

describe('the health check', () => {
  it.each(KNOWN_HEALTH.map(check => ({ title: `${check.group}/${check.kind}`, check })))('of $title ends with a rule that always applies', ({ check: { rules } }) => {
    expect(rules.map(({ when }) => when.length === 0)).toEqual(rules.map((_, index) => index === rules.length - 1));
  });

  it('covers all kinds of OLM v0, OLM v1 and RukPak once', () => {
    expect(KNOWN_HEALTH.map(({ kind }) => kind).sort()).toEqual([
      'Bundle', 'BundleDeployment', 'BundleInstance', 'CatalogSource', 'ClusterCatalog', 'ClusterExtension', 'ClusterServiceVersion', 'InstallPlan', 'OLMConfig',
      'Operator', 'OperatorCondition', 'OperatorGroup', 'Subscription',
    ]);
  });
});
