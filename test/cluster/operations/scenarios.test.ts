import type { WaitTarget } from '../../../lib/cluster/operations/wait-target';
import { waitTargets } from '../../../lib/cluster/operations/wait-targets';
import { explanationLines } from '../../builders/explanation-lines';
import type { Pin } from '../../../lib/cluster/waiting/operator/operator-options';
import { itWith } from '../../needed';
import { DEMO, readyNamespace } from '../waiting/objects';
import { FAILURES } from '../waiting/operator/failures';
import { TRACE_SCENARIOS } from '../waiting/operator/trace-scenarios';
import { recordedTrace, TRACES } from '../waiting/recorded-traces';
import { type ClusterEvent, simulate } from '../waiting/simulated-cluster';

/** Input of a wait: a Subscription in a file, and how to wait for it. */
interface Wanted {
  readonly namespace: string;
  readonly subscription: string;
  readonly pin?: Pin;
  readonly recover?: number;
  readonly adopt?: boolean;
}

const specOf = ({ pin }: Wanted): object => (pin === undefined ? {} : { installPlanApproval: 'Manual', startingCSV: pin.csv });

/** Returns the target of the manifest of a Subscription, as `wait -f` makes it. */
function targetOf(wanted: Wanted): WaitTarget {
  const { namespace, subscription: name, pin, recover = 0, adopt = false } = wanted;
  const apiVersion = 'operators.coreos.com/v1alpha1';
  const object = { apiVersion, kind: 'Subscription', metadata: { name, namespace }, spec: specOf(wanted) };
  const [target] = waitTargets([{ apiVersion, kind: 'Subscription', name, namespace, object, source: 'subscription.yaml' }], {
    namespace: 'default',
    operators: { approve: true, stepwise: false, allowedCsvs: [...pin?.intermediateCsvs ?? [], ...pin?.dependencyCsvs ?? []], recover, adopt },
  });
  return target!;
}

/** Returns events in which the Subscription is pinned as its manifest says. */
function asApplied(wanted: Wanted, events: readonly ClusterEvent[]): ClusterEvent[] {
  return events.map((event) => (event.resource !== 'subscriptions.operators.coreos.com' || event.object.metadata.name !== wanted.subscription ? event : {
    ...event, object: { ...event.object, spec: { ...event.object.spec as object, ...specOf(wanted) } },
  }));
}

const APPLY = '    remedy: apply subscription.yaml, for example with kubectl apply -f; if it is applied, the kubeconfig or context selects another cluster';

/** Failures before the Subscription exists: a wait for manifests lasts until they are applied. */
const BEFORE: { readonly [title: string]: readonly string[] } = {
  'the namespace does not exist': ['  - Subscription demo/plain does not exist', APPLY],
  'the Subscription does not exist': ['  - Subscription demo/plain does not exist', APPLY],
};

describe('a wait that starts from a manifest has the same verdict as the waiter of a Pulumi program', () => {
  for (const { title, trace, options, from = 0, until = Infinity, ready, printed } of TRACE_SCENARIOS) {
    if (options.timeouts !== undefined) {
      continue;
    }
    itWith(TRACES)(`in the recording ${trace}, which ${title}`, () => {
      const namespace = `t-${trace}`;
      const wanted = { namespace, ...options };
      const events = asApplied(wanted, recordedTrace(trace)).filter(({ at }) => at <= until * 1000);
      const { verdict } = simulate(targetOf(wanted).waiter(undefined), events, { from: from * 1000 });
      if (ready !== undefined) {
        expect(verdict).toMatchObject({ kind: 'done', outcome: { csv: ready } });
        return;
      }
      const expected = printed.slice(printed.findIndex((line) => line.includes('did not become ready')) + 1);
      const lines = verdict.kind === 'done' ? ['done'] : explanationLines(verdict.explanation).slice(1);
      expect(lines.map((line) => line.replaceAll(`${namespace}/`, '').replaceAll(namespace, 'NAMESPACE'))).toEqual(expected);
    });
  }

  test.each(FAILURES.filter(({ options = {} }) => options.timeouts === undefined).map((failure) => [failure.title, failure] as const))('when %s', (_, failure) => {
    const { options = {}, events, problems } = failure;
    const wanted = { namespace: DEMO, subscription: 'plain', ...options };
    const applied = asApplied(wanted, [...readyNamespace(), ...events]);
    const { verdict } = simulate(targetOf(wanted).waiter(undefined), applied, problems === undefined ? {} : { problems });
    const lines = verdict.kind === 'done' ? ['done'] : explanationLines(verdict.explanation).slice(1);
    expect(lines).toEqual(BEFORE[failure.title] ?? failure.explanation.slice(1));
  });
});
