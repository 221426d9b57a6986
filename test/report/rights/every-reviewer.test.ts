import { App, Chart } from 'cdk8s';
import { OperatorPolicy } from 'olm-constructs/gitops';
import { BundleReport, ForbiddenRight, RbacRiskKind } from 'olm-constructs/report';
import { BundleValidation, ValidationSuite } from 'olm-constructs/validation';
import { rightFindings } from '../../../lib/resolve/gates/gained-rights';
import { gateSettings } from '../../../lib/resolve/gates/gate-settings';
import { operatorWith, type Road, ROADS, WITHOUT_ROADS } from '../../builders/rights-roads';
import { added, COMPARISONS, policyText, REVIEWERS, subscribe } from './reviewers';

/** Every road to more rights, times everything that reviews rights: all see it. */

/** Without a valid role, an installer needs no right to bind one: the API server refuses the binding. */
const needsNoRight = ({ name }: Road, reviewer: string): boolean => (
  name === 'a binding without roleRef' && /^(InstallPermissions|InstallerRoles|a scoped account)/.test(reviewer)
);

const pairs = (reviewers: object): [reviewer: string, road: string, Road][] => Object.keys(reviewers)
  .flatMap((reviewer) => ROADS.filter((road) => !needsNoRight(road, reviewer)).map((road): [string, string, Road] => [reviewer, road.name, road]));

it.each(pairs(REVIEWERS))('%s shows %s', async (reviewer, _, { bundle, named }) => {
  expect(await added(REVIEWERS[reviewer]!, WITHOUT_ROADS, bundle)).toMatch(named);
});

it.each(Object.keys(REVIEWERS))('%s shows none of them in another version with equal rights', async (reviewer) => {
  const text = await added(REVIEWERS[reviewer]!, WITHOUT_ROADS, operatorWith({}, {}, '2.0.0'));
  ROADS.forEach(({ named }) => expect(text).not.toMatch(named));
});

it.each(pairs(COMPARISONS))('%s shows %s', (reviewer, _, { bundle, named }) => {
  expect(COMPARISONS[reviewer]!(WITHOUT_ROADS, bundle)).toMatch(named);
});

it.each(Object.entries(COMPARISONS))('%s shows nothing between equal rights', (_, compare) => {
  expect(compare(WITHOUT_ROADS, operatorWith({}, {}, '2.0.0'))).not.toMatch(/GAINED|ADDED|right-gained|rights-unknown|through/);
});

describe('unknown rights', () => {
  const unknown = ROADS.filter(({ isUnknown }) => isUnknown);

  it.each(unknown.map((road) => [road.name, road] as const))('by %s are a finding of their own', (_, { bundle }) => {
    expect(BundleReport.of(bundle).content.risks.map(({ kind }) => kind)).toContain(RbacRiskKind.RIGHTS_UNKNOWN);
    expect(BundleValidation.ofBundle(bundle, { suites: [ValidationSuite.OLM_CONSTRUCTS] }).findings.map(({ ruleId }) => ruleId)).toContain('rbac-unknown-rights');
    expect(rightFindings(WITHOUT_ROADS, bundle, gateSettings({}), true).map(({ rule }) => rule)).toEqual(['rights-unknown']);
    expect(policyText(subscribe(bundle))).toMatch(/^policy-unknown-rights: [^\n]*$/);
  });

  it('are accepted by a waiver with a reason', () => {
    const app = new App();
    subscribe(unknown[0]!.bundle)(new Chart(app, 'chart'));
    const policy = new OperatorPolicy({
      name: 'platform', forbiddenRights: [ForbiddenRight.ESCALATION], waivers: [{ id: 'policy-unknown-rights', path: 'chart/operator', reason: 'the role of another team' }],
    });
    const { findings, waived } = policy.report(app);
    expect(findings).toEqual([]);
    expect(waived.map(({ reason }) => reason)).toEqual(['the role of another team']);
  });
});
