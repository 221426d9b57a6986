import { operatorSubject } from '../../../../lib/cluster/inspection/judgement/subjects';
import type { ExplainedFinding, Finding } from '../../../../lib/cluster/waiting/explain/explanation';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { operatorFindings } from '../../../../lib/cluster/waiting/operator/operator-findings';
import { situation } from '../../../../lib/cluster/waiting/operator/situation';
import { KNOWN_CAUSES } from '../../../../lib/cluster/waiting/explain/known-causes';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { namespaceInterests } from '../../../../lib/cluster/waiting/operator/operator-interests';
import { fieldAt } from '../../../../lib/formats/json/json-value';
import { itWith } from '../../../needed';
import { contentAt, dumpOf, START } from '../../inspection/dumped-cluster';
import { judged } from '../../inspection/judged';
import { conditions, csv, DEMO, object, packageManifest, plan, planned, subscription } from '../objects';
import { recordedTrace, TRACES } from '../recorded-traces';
import { type ClusterEvent, simulate } from '../simulated-cluster';
import { eventsOf, FAILURES } from './failures';
import { TRACE_SCENARIOS } from './trace-scenarios';

/** What a remedy proposes, and whether that is so already in a namespace. */
const PROPOSALS: readonly (readonly [proposal: RegExp, isSo: (cluster: Cluster) => boolean])[] = [
  [/create exactly one OperatorGroup/, (cluster) => cluster.of('operatorgroups').length > 0],
  [/delete all but one/, (cluster) => cluster.of('operatorgroups').length < 2],
  [/create the CatalogSource/, (cluster) => cluster.of('catalogsources').some(({ metadata }) => metadata.name === cluster.field('spec', 'source'))],
  [/create the Namespace/, (cluster) => cluster.of('namespaces').length > 0],
  [/^create it; if it exists/, (cluster) => cluster.subscription !== undefined],
  [/or omit it to follow all channels/, (cluster) => cluster.field('spec', 'channel') === undefined],
  [/^approve the InstallPlan/, (cluster) => cluster.of('installplans').every((found) => fieldAt(found, 'spec', 'approved') === true)],
  [/or use automatic approval/, (cluster) => cluster.field('spec', 'installPlanApproval') !== 'Manual'],
  [/set upgradeStrategy to TechPreview/, (cluster) => cluster.of('operatorgroups').some((found) => fieldAt(found, 'spec', 'upgradeStrategy') === 'TechPreviewUnsafeFailForward')],
  [/(?:wait with|wait) --adopt|^set adopt/, (cluster) => cluster.of('clusterserviceversions').length === 0],
  [/then delete (?:the )?InstallPlan/, (cluster) => !cluster.of('installplans').some((found) => fieldAt(found, 'status', 'phase') === 'Failed')],
];

/** Proposals that could lose data, or a release of an operator. */
const LOSSES = /delete (?:those|these|the) objects|delete the (?:CustomResourceDefinition|CRD)|storedVersions(?!.*no object is lost)|remove one\b/;

class Cluster {
  public constructor(private readonly events: readonly ClusterEvent[]) {}

  public get subscription(): ClusterEvent['object'] | undefined {
    return this.of('subscriptions')[0];
  }

  public of(plural: string): ClusterEvent['object'][] {
    return this.events.filter(({ resource }) => resource.split('.')[0] === plural).map(({ object: found }) => found);
  }

  public field(...path: string[]): unknown {
    return fieldAt(this.subscription, ...path);
  }
}

/** Returns the remedies that propose what is so already, or that could lose something. */
function wrongRemedies(findings: readonly ExplainedFinding[], cluster: Cluster): string[] {
  return findings.map(({ remedy }) => remedy).filter((remedy) => (
    PROPOSALS.some(([proposal, isSo]) => proposal.test(remedy) && isSo(cluster)) || LOSSES.test(remedy)
  ));
}

describe('no remedy proposes what is so already, nor what loses data', () => {
  it.each(FAILURES.map((failure) => [failure.title, failure] as const))('when %s', async (_, failure) => {
    const operator = { namespace: DEMO, subscription: 'plain', ...failure.options };
    const content = contentAt(eventsOf(failure), Infinity);
    const { causes } = await judged(dumpOf(content), operatorSubject(operator), START + 3_600_000);
    expect(wrongRemedies(causes, new Cluster(content))).toEqual([]);
  });

  for (const { title, trace, options, until = Infinity } of TRACE_SCENARIOS) {
    itWith(TRACES)(`in the recording ${trace}: ${title}`, () => {
      const events = recordedTrace(trace).filter(({ at }) => at <= until * 1000);
      const { verdict, objects } = simulate(operatorReady({ namespace: `t-${trace}`, ...options }), events);
      const findings = verdict.kind === 'done' ? [] : verdict.explanation.findings;
      expect(wrongRemedies(findings, new Cluster(objects))).toEqual([]);
    });
  }

  const view = (objects: Partial<{ readonly [list in 'subscriptions' | 'groups' | 'plans' | 'csvs']: ClusterEvent['object'][] }>): ClusterStore => {
    const store = new ClusterStore();
    const lists = namespaceInterests(DEMO);
    for (const list of ['subscriptions', 'groups', 'plans', 'csvs', 'deployments'] as const) {
      store.relist(lists[list], list === 'deployments' ? [] : objects[list] ?? []);
    }
    return store;
  };
  const remedyOf = (findings: readonly Finding[], cause: Finding['cause']): string => {
    const found = findings.find((finding) => finding.cause === cause)!;
    return found.remedy ?? KNOWN_CAUSES[cause].remedy;
  };

  it('when only another Subscription requires approval', () => {
    const found = view({
      subscriptions: [
        subscription(planned('install-a', 'plain.v0.2.0')), subscription({}, { name: 'other', installPlanApproval: 'Manual' }, 'other'),
      ],
      groups: [object('og')], plans: [plan('install-a', ['plain.v0.2.0'], 'RequiresApproval')],
    });
    expect(remedyOf(operatorFindings(situation({ namespace: DEMO, subscription: 'plain' }, found)), 'plan-requires-approval'))
      .toBe('approve the InstallPlan; or set automatic approval for Subscription other, or move one of the two to its own namespace: OLM processes a namespace as a whole');
  });

  it('when the OperatorGroup lets OLM upgrade a version that failed', () => {
    const found = view({
      subscriptions: [subscription({
        state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0', conditions: conditions({
          type: 'ResolutionFailed', message: 'clusterserviceversion plain.v0.1.0 exists and is not referenced by a subscription',
        }),
      })],
      groups: [object('og', { spec: { upgradeStrategy: 'TechPreviewUnsafeFailForward' } })],
      csvs: [csv('plain.v0.1.0', 'Replacing'), csv('plain.v0.2.0', 'Failed', { status: { reason: 'InstallCheckFailed' }, spec: { replaces: 'plain.v0.1.0' } })],
    });
    expect(remedyOf(operatorFindings(situation({ namespace: DEMO, subscription: 'plain' }, found)), 'upgrade-from-failed')).not.toContain('set upgradeStrategy');
  });

  it('when the default channel of a package does not exist', async () => {
    const manifest = packageManifest('plain', { alpha: [] });
    const content: ClusterEvent[] = [
      ...contentAt(eventsOf(FAILURES.find(({ title }) => title === 'the channel is unknown')!), Infinity)
        .filter(({ resource }) => !/^(?:subscriptions|packagemanifests)\./.test(resource)),
      { at: 0, type: 'ADDED', resource: 'subscriptions.operators.coreos.com', object: subscription({}, { channel: undefined }) },
      {
        at: 0, type: 'ADDED', resource: 'packagemanifests.packages.operators.coreos.com',
        object: { ...manifest, status: { ...manifest.status as object, defaultChannel: 'gone' } },
      },
    ];
    const { causes } = await judged(dumpOf(content), operatorSubject({ namespace: DEMO, subscription: 'plain' }), START + 3_600_000);
    expect(causes[0]).toMatchObject({ cause: 'channel-unknown', remedy: 'set the channel of the Subscription, or correct the default channel of the package in the catalog' });
  });
});
