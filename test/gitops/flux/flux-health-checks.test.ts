import { FluxHealthChecks } from 'olm-constructs';
import { celVerdict } from './cel-verdict';
import { HAS_TRACES, recordedStates, scenarios, WITHOUT_TRACES } from './recorded-states';
import { judgeHealth } from '../../../lib/gitops/health/judge-health';
import { KNOWN_HEALTH } from '../../../lib/gitops/health/known-health';

const AS_FLUX = { ready: 'current', failed: 'failed', progressing: 'inProgress' } as const;

const CHECKS = new Map(FluxHealthChecks.all().map((check) => [check.kind, check]));

/** Returns the verdict on an object, with an error as what Flux makes of it. */
function verdict(object: { kind: string }): string {
  const found = celVerdict(CHECKS.get(object.kind)!, object);
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

  test.each(KNOWN_HEALTH.map(({ kind }) => kind))('waits for a %s without a status, or takes it as ready', (kind) => {
    const object = { kind, metadata: { name: 'one', namespace: 'here', generation: 1 } };
    expect(verdict(object)).toBe(AS_FLUX[judgeHealth(KNOWN_HEALTH.find((health) => health.kind === kind)!, object).verdict]);
  });

  describe('decides on the recorded objects of real OLM controllers', () => {
    test.each(HAS_TRACES ? scenarios() : [WITHOUT_TRACES])('%s', (scenario) => {
      const states = HAS_TRACES ? recordedStates(scenario).filter(({ object: { kind } }) => CHECKS.has(kind)) : [];
      const different = states.map(({ object, seconds }) => ({
        object: `${object.kind} ${object.metadata.name} at ${seconds}`,
        verdict: verdict(object),
        expected: AS_FLUX[judgeHealth(KNOWN_HEALTH.find(({ kind }) => kind === object.kind)!, object).verdict],
      })).filter((one) => one.verdict !== one.expected);

      expect(different).toEqual([]);
      expect(HAS_TRACES && states.length === 0).toBe(false);
    });
  });
});
