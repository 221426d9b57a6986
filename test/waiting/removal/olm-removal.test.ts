import { OlmRelease } from '../../../../lib/olm/olm-release';
import { OlmVersion } from '../../../../lib/olm/olm-version';
import { DEPLOYMENTS, partOfOlm, resourceName } from '../../../../lib/pulumi/wait/cluster/api-resource';
import { KubernetesObject } from '../../../../lib/pulumi/wait/cluster/kubernetes-object';
import { one } from '../../../../lib/pulumi/wait/cluster/queries';
import { explanationLines } from '../../../../lib/pulumi/wait/explain/explanation';
import { LetGo, NO_WAITER, unlessLetGo } from '../../../../lib/pulumi/wait/removal/let-go';
import { olmRemoval, OlmRemovalOptions, OPERATORS_OF_OLM } from '../../../../lib/pulumi/wait/removal/olm-removal';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { clusterObject, csv, object } from '../objects';
import { Course, Happening, simulate } from '../simulated-cluster';

const RELEASE = OlmRelease.of();

const of = (apiVersion: string, kind: string, found: KubernetesObject, type: Happening['type'] = 'ADDED', at = 0): Happening => (
  { at, type, resource: resourceName(partOfOlm(apiVersion, kind)!), object: found }
);

/** A cluster with the release in it, and what OLM made beside. */
const INSTALLED: readonly Happening[] = [
  ...RELEASE._manifests.map(({ apiVersion, kind, metadata: { name, namespace } }) => (
    of(apiVersion, kind, namespace === undefined ? clusterObject(name) : object(name, { metadata: { namespace } }))
  )),
  of('apiregistration.k8s.io/v1', 'APIService', clusterObject('v1.packages.operators.coreos.com')),
];

const operator = of('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', csv('plain.v0.2.0', 'Succeeded'));

function obedient({ target: { resource, name, namespace } }: Action, now: number): Happening[] {
  const found = namespace === undefined ? clusterObject(name) : object(name, { metadata: { namespace } });
  return [{ at: now + 100, type: 'DELETED', resource: resourceName(resource), object: found }];
}

function removed(
  options: Partial<OlmRemovalOptions> = {}, happenings = INSTALLED, onAction: typeof obedient = obedient,
): Course<{ readonly removed: readonly string[] }> {
  return simulate(olmRemoval({ steps: RELEASE.removalSteps, ...options }), happenings, { onAction });
}

describe('the removal of OLM', () => {
  it('takes everything away, packageserver and its API first and Namespaces last', () => {
    const { verdict, actions } = removed();
    expect(verdict).toMatchObject({ kind: 'done', outcome: { left: [] } });
    const names = actions.map(({ target: { resource, name } }) => `${resource.kind} ${name}`);
    expect(names).toHaveLength(INSTALLED.length);
    expect(names.slice(0, 2)).toEqual(['ClusterServiceVersion packageserver', 'APIService v1.packages.operators.coreos.com']);
    expect(names.slice(-2).sort()).toEqual(['Namespace olm', 'Namespace operators']);
    expect(names.findIndex((name) => name.startsWith('CustomResourceDefinition'))).toBeLessThan(names.findIndex((name) => name.startsWith('Deployment')));
  });

  it('waits for a step before it begins the next', () => {
    const { actions } = removed({ timeouts: { total: 30_000 } }, INSTALLED, () => []);
    expect(new Set(actions.map(({ target: { name } }) => name))).toEqual(new Set(['packageserver']));
  });

  it('refuses as long as there are operators, and touches nothing', () => {
    const { verdict, actions } = removed({}, [...INSTALLED, operator]);
    expect(verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []).toEqual([
      'removal of OLM did not finish: given up at once while looking',
      '  - OLM still has one operator: demo/plain.v0.2.0',
      '    remedy: remove these operators first, or say that they are to go with OLM',
    ]);
    expect(actions).toEqual([]);
  });

  it('takes operators along where it was told to', () => {
    const { verdict, actions } = removed({ removeOperators: true }, [...INSTALLED, operator]);
    expect(verdict.kind).toBe('done');
    const names = actions.map(({ target: { name } }) => name);
    expect(names.indexOf('plain.v0.2.0')).toBeLessThan(names.indexOf('clusterserviceversions.operators.coreos.com'));
  });

  it('does not begin where OLM says that only its waiting was turned off', () => {
    const happenings = INSTALLED.map((happening) => (happening.object.metadata.name !== 'olm-operator' ? happening
      : { ...happening, object: { ...happening.object, metadata: { ...happening.object.metadata, annotations: NO_WAITER } } }));
    const look: LetGo = { object: one(DEPLOYMENTS, 'olm-operator', 'olm'), first: OPERATORS_OF_OLM, with: 'OLM' };
    const { verdict, actions } = simulate(unlessLetGo(olmRemoval({ steps: RELEASE.removalSteps }), look), happenings, { onAction: obedient });
    expect(actions).toEqual([]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [
      { what: 'Deployment olm/olm-operator', why: 'it stays, and OLM with it: only the waiting was turned off' },
    ] } });
    const unmarked = simulate(unlessLetGo(olmRemoval({ steps: RELEASE.removalSteps }), look), INSTALLED, { onAction: obedient });
    expect(unmarked.actions).toHaveLength(INSTALLED.length);
  });

  it('leaves a Namespace in which somebody keeps something', () => {
    const happenings = [...INSTALLED, { at: 0, type: 'ADDED', resource: 'persistentvolumeclaims', object: object('data', { metadata: { namespace: 'operators' } }) } as const];
    expect(removed({}, happenings).verdict).toMatchObject({
      kind: 'done', outcome: { left: [{ what: 'Namespace operators', why: 'in use by PersistentVolumeClaim operators/data' }] },
    });
  });

  it('goes on where it was interrupted, and has nothing to do where nothing is left', () => {
    const rest = INSTALLED.filter(({ resource }) => !/^(clusterserviceversions|apiservices|catalogsources)/.test(resource));
    expect(removed({}, rest).verdict.kind).toBe('done');
    expect(removed({}, [])).toMatchObject({ actions: [], verdict: { kind: 'done', outcome: { removed: [] } } });
  });

  it('knows every kind of the releases', () => {
    const versions = (Object.values(OlmVersion) as unknown[]).filter((value) => value instanceof OlmVersion);
    const releases = versions.map((version) => OlmRelease.of({ version }));
    const kinds = new Set(releases.flatMap((release) => release._manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)));
    expect(kinds.size).toBeGreaterThan(10);
    expect([...kinds].filter((kind) => partOfOlm(...kind.split(' ') as [string, string]) === undefined)).toEqual([]);
  });
});
