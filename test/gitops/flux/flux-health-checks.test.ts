import { FluxHealthChecks } from 'olm-constructs/gitops';
import { judgeHealth } from '../../../lib/gitops/health/judge-health';
import { KNOWN_HEALTH } from '../../../lib/gitops/health/known-health';
import { TRACES } from '../../cluster/waiting/recorded-traces';
import { describeWith } from '../../needed';
import { MADE_STATES } from '../health/made-states';
import { recordedStates } from '../health/recorded-states';
import { celVerdict } from './cel-verdict';

const OF_VERDICT = { ready: 'current', failed: 'failed', progressing: 'inProgress' } as const;
const OF_STATUS = { Healthy: 'current', Degraded: 'failed', Progressing: 'inProgress' } as const;

const CHECKS = new Map(FluxHealthChecks.all().map((check) => [check.kind, check]));

/** Returns the verdict on an object. An error results in the same as in Flux, which waits. */
function verdict(kind: string, object: unknown): string {
  const found = celVerdict(CHECKS.get(kind)!, object as object);
  return found === 'error' ? 'inProgress' : found;
}

describe('FluxHealthChecks', () => {
  test('has a check for each kind of OLM v0, OLM v1 and RukPak', () => {
    expect(FluxHealthChecks.all().map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual(expect.arrayContaining([
      'operators.coreos.com/v1alpha1 Subscription', 'operators.coreos.com/v1alpha1 ClusterServiceVersion', 'operators.coreos.com/v1alpha1 InstallPlan',
      'operators.coreos.com/v1alpha1 CatalogSource', 'operators.coreos.com/v1alpha1 OperatorGroup', 'operators.coreos.com/v1alpha1 OLMConfig',
      'olm.operatorframework.io/v1 ClusterExtension', 'olm.operatorframework.io/v1 ClusterCatalog', 'core.rukpak.io/v1alpha1 Bundle',
      'core.rukpak.io/v1alpha1 BundleDeployment', 'core.rukpak.io/v1alpha1 BundleInstance',
    ]));
  });

  test.each(KNOWN_HEALTH.map(({ kind }) => kind))('waits for a %s without a status, or treats it as ready', (kind) => {
    const object = { kind, metadata: { name: 'one', namespace: 'here', generation: 1 } };
    expect(verdict(kind, object)).toBe(OF_VERDICT[judgeHealth(KNOWN_HEALTH.find((health) => health.kind === kind)!, object).verdict]);
  });

  // CEL cannot tell that an OLMConfig has no status, in which case it is ready; so it always is.
  test.each(MADE_STATES.filter(({ check: { kind } }) => kind !== 'OLMConfig'))('$title: $status', ({ check, object, status }) => {
    expect(verdict(check.kind, { metadata: {}, ...object as object })).toBe(OF_STATUS[status]);
  });

  test('refuses a kind without a health check', () => {
    expect(() => FluxHealthChecks.ofKind('Pod')).toThrow("there is no health check for the kind 'Pod'; available:");
  });

  test.each([['operator', 'o'.repeat(60), 'team'], ['operator', 'hello', 'n'.repeat(60)]] as const)('refuses an Operator whose name OLM truncates', (_, name, namespace) => {
    expect(() => FluxHealthChecks.operator(name, namespace)).toThrow(/has more than 63 characters, so OLM does not use it as the name of an Operator; use csv\(\)/);
  });
});

describeWith(TRACES)('the health checks for Flux', () => {
  test('give the verdicts of test/gitops/health/verdicts.md on every recorded state', () => {
    const states = recordedStates();
    const different = states.flatMap(({ scenario, time, check, object }) => {
      const [found, expected] = [verdict(check.kind, object), OF_VERDICT[judgeHealth(check, object).verdict]];
      return found === expected ? [] : [`${scenario} at ${time}: ${check.kind} ${object.metadata.name} is ${found}, not ${expected}`];
    });
    expect(states.length).toBeGreaterThan(400);
    expect(different).toEqual([]);
  });
});
