import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { planUpgrade } from '../../../../lib/olm/v0/upgrade/plan-upgrade';
import type { OlmPlannedObject, OlmUpgradePlanContent } from '../../../../lib/olm/v0/upgrade/upgrade-plan';

function plan(from: string, to: string): OlmUpgradePlanContent {
  return OlmRelease.plan(OlmVersion.of(from), OlmVersion.of(to)).content;
}

function title({ kind, name, namespace }: OlmPlannedObject): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

describe('a plan from one release to another', () => {
  test('lists added objects in the order in which they are applied', () => {
    expect(plan('0.31.0', '0.32.0').added).toEqual([
      { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', name: 'default-deny-all-traffic', namespace: 'olm' },
      { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', name: 'olm-operator', namespace: 'olm' },
      { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', name: 'catalog-operator', namespace: 'olm' },
      { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', name: 'packageserver', namespace: 'olm' },
      { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', name: 'default-allow-all', namespace: 'operators' },
    ]);
    expect(plan('0.19.1', '0.20.0').added).toEqual([
      { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'olmconfigs.operators.coreos.com' },
      { apiVersion: 'operators.coreos.com/v1', kind: 'OLMConfig', name: 'cluster' },
    ]);
  });

  test('lists the differences in changed objects', () => {
    expect(plan('0.26.0', '0.27.0').changed.map((object) => [title(object), object.paths])).toEqual([
      ['CustomResourceDefinition clusterserviceversions.operators.coreos.com', ['containers', 'ephemeralContainers', 'initContainers'].map((list) => (
        `v1alpha1 spec.install.spec.deployments[].spec.template.spec.${list}[].restartPolicy`
      ))],
      ['CustomResourceDefinition subscriptions.operators.coreos.com', ['v1alpha1 spec.config.annotations']],
      ['Deployment olm/olm-operator', ['spec.strategy.type', 'spec.template.spec.containers[0].image']],
      ['Deployment olm/catalog-operator', [
        'spec.strategy.type', 'spec.template.spec.containers[0].args[4]', 'spec.template.spec.containers[0].image',
      ]],
      ['ClusterServiceVersion olm/packageserver', [
        'metadata.labels.olm.version', 'spec.install.spec.deployments[0].spec.template.spec.containers[0].image', 'spec.version',
      ]],
    ]);
  });

  test('lists removed objects, and whether to delete them', () => {
    expect(plan('0.37.0', '0.38.0').removed).toEqual([
      { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', name: 'olm-cert', namespace: 'olm', prune: true, reason: 'the new release does not have it' },
      { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', name: 'olm-ca-issuer', namespace: 'olm', prune: true, reason: 'the new release does not have it' },
    ]);
  });

  test('lists the skipped releases, in the direction of the change', () => {
    expect(plan('0.28.0', '0.31.0').skipped).toEqual(['0.29.0', '0.30.0']);
    expect(plan('0.31.0', '0.28.0').skipped).toEqual(['0.30.0', '0.29.0']);
    expect(plan('0.31.0', '0.32.0').skipped).toEqual([]);
  });

  test('lists the fields that custom resources may lose', () => {
    expect(plan('0.44.0', '0.45.0').lostFields).toEqual([
      { crd: 'clusterserviceversions.operators.coreos.com', version: 'v1alpha1', path: 'spec.install.spec.deployments[].spec.template.spec.workloadRef' },
    ]);
    expect(plan('0.27.0', '0.26.0').lostFields).toContainEqual(
      { crd: 'subscriptions.operators.coreos.com', version: 'v1alpha1', path: 'spec.config.annotations' },
    );
    expect(plan('0.31.0', '0.32.0').lostFields).toEqual([]);
  });

  test('lists changed arguments, each flag with its value', () => {
    expect(plan('0.20.0', '0.21.2').arguments).toEqual([{
      program: 'catalog-operator',
      added: [
        '--namespace olm',
        '--configmapServerImage=quay.io/operator-framework/configmap-operator-registry:latest',
        `--util-image ${OlmVersion.V0_21_2.olmImage}`,
      ],
      removed: [
        '-namespace olm',
        '-configmapServerImage=quay.io/operator-framework/configmap-operator-registry:latest',
        `-util-image ${OlmVersion.V0_20_0.olmImage}`,
      ],
    }]);
    expect(plan('0.35.0', '0.36.0').arguments[0]).toEqual({
      program: 'olm-operator',
      added: ['--tls-cert /srv-cert/tls.crt', '--tls-key /srv-cert/tls.key', '--client-ca /profile-collector-cert/tls.crt'],
      removed: [],
    });
  });

  test.each<[string, string, string[]]>([
    ['0.35.0', '0.36.0', ['OLM 0.36.0 needs cert-manager: install it first, otherwise its Certificate and Issuer cannot be applied']],
    ['0.36.0', '0.37.0', []],
    ['0.37.0', '0.38.0', ['cert-manager does not delete the Secret olm-cert of Certificate olm-cert: delete it once the new pods run']],
    ['0.31.0', '0.32.0', [expect.stringContaining('denies traffic in its own namespace')]],
    ['0.31.0', '0.46.0', []],
    ['0.26.0', '0.27.0', ['olm-operator', 'catalog-operator'].map((name) => expect.stringMatching(`^Deployment ${name} changes from RollingUpdate`) as unknown as string)],
  ])('from %s to %s has notes', (from, to, notes) => {
    expect(plan(from, to).notes).toEqual(notes);
  });

  test('from a release to itself is empty', () => {
    const nothing = OlmRelease.plan(OlmVersion.V0_40_0, OlmVersion.V0_40_0);
    expect(nothing.isEmpty).toBe(true);
    expect(nothing.toTable()).toBe('OLM 0.40.0 -> 0.40.0\n\nnothing changes');
  });

  test('depends on the settings of both installations', () => {
    const from = OlmRelease.of({ version: OlmVersion.V0_45_0, namespace: 'lifecycle' });
    const to = OlmRelease.of({ version: OlmVersion.V0_46_0, namespace: 'lifecycle', defaultCatalog: DefaultCatalog.none() });
    const { added, removed } = from.planTo(to).content;
    expect(added.map(title)).toEqual(['NetworkPolicy lifecycle/olm-catalog-grpc-ingress', 'NetworkPolicy lifecycle/bundle-unpack-egress']);
    expect(removed.map(title)).toEqual(['CatalogSource lifecycle/operatorhubio-catalog']);
  });
});

describe('plans from each release to the next', () => {
  const steps = OlmVersion.all.slice(1).map((to, index) => [OlmVersion.all[index]!.version, to.version] as const);

  test.each(steps)('from %s to %s account for every object', (from, to) => {
    const { added, removed } = plan(from, to);
    const objects = (version: string): string[] => OlmRelease.of({ version: OlmVersion.of(version) }).objects.map(({ kind, metadata }) => (
      title({ apiVersion: '', kind: kind as string, ...(metadata as { name: string }) })
    ));
    const remaining = objects(from).filter((object) => !removed.map(title).includes(object));
    expect([...remaining, ...added.map(title)].sort()).toEqual(objects(to).sort());
  });

  test.each(steps)('from %s to %s change at least the version of packageserver', (from, to) => {
    expect(plan(from, to).changed.find(({ kind }) => kind === 'ClusterServiceVersion')?.paths).toContain('spec.version');
  });
});

describe('a downgrade', () => {
  test('is planned like an upgrade', () => {
    expect(plan('0.46.0', '0.45.0').removed.map(title)).toEqual(['NetworkPolicy olm/olm-catalog-grpc-ingress', 'NetworkPolicy olm/bundle-unpack-egress']);
  });

  test('is refused if objects are stored in a version that would be removed', () => {
    expect(() => plan('0.46.0', '0.19.1')).toThrow(new Error(
      'cannot downgrade from OLM 0.46.0 to 0.19.1: it lacks v1 of olmconfigs.operators.coreos.com, in which objects are stored; '
      + 'downgrade to a release that has it, or remove OLM 0.46.0 and install 0.19.1 again',
    ));
  });
});

describe('a CRD with changed versions', () => {
  const crd = (...versions: [name: string, storage: boolean][]): KubernetesManifest => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { versions: versions.map(([name, storage]) => ({ name, storage, served: true, schema: { openAPIV3Schema: { type: 'object' } } })) },
  });
  const before = crd(['v1', true]);

  test('is listed with its storage versions', () => {
    const { crdVersions } = planUpgrade({ version: '0.46.0', objects: [before] }, { version: '0.47.0', objects: [crd(['v1', false], ['v2', true])] });
    expect(crdVersions).toEqual([
      { crd: 'things.example.com', servedBefore: ['v1'], servedAfter: ['v1', 'v2'], storedBefore: 'v1', storedAfter: 'v2', storedAtRisk: [] },
    ]);
  });

  test('is at risk if a stored version is removed', () => {
    const { crdVersions } = planUpgrade({ version: '0.46.0', objects: [before] }, { version: '0.47.0', objects: [crd(['v2', true])] });
    expect(crdVersions[0]?.storedAtRisk).toEqual(['v1']);
  });

  test('is kept if the new release does not have it', () => {
    const { removed, crdVersions } = planUpgrade({ version: '0.46.0', objects: [before] }, { version: '0.47.0', objects: [] });
    expect(removed).toMatchObject([{ name: 'things.example.com', prune: false }]);
    expect(crdVersions).toEqual([{ crd: 'things.example.com', servedBefore: ['v1'], servedAfter: [], storedBefore: 'v1', storedAtRisk: ['v1'] }]);
  });
});
