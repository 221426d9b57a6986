import fc from 'fast-check';
import { CrdDescriptions } from '../../lib/olm/crds/crd-descriptions';
import { DefaultCatalog } from '../../lib/olm/default-catalog';
import type { KubernetesManifest } from '../../lib/olm/kubernetes-manifest';
import type { OlmSettings } from '../../lib/olm/olm-settings';
import { OlmVersion } from '../../lib/olm/olm-version';
import { PodSecurityLevel } from '../../lib/olm/pod-security';
import { releaseManifests } from '../../lib/olm/release';
import { ServingCertificates } from '../../lib/olm/serving-certificates';

/** Always the same list; the library of arbitraries would take it for one that cannot change. */
const list = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.constant<T[]>(values);

const namespace = fc.constantFrom('olm', 'operators', 'catalogs', 'one');
const level = fc.constantFrom(...Object.values(PodSecurityLevel));
const levels = fc.record({ enforce: level, audit: level, warn: level, version: fc.constant('v1.31') }, { requiredKeys: [] });
const controller = fc.record({
  replicas: fc.nat({ max: 3 }),
  resources: fc.constant({ limits: { memory: '1Gi' } }),
  tolerations: list({ operator: 'Exists' }),
  podAnnotations: fc.constant({ note: 'ours' }),
  extraArguments: list('--extra'),
}, { requiredKeys: [] });

/** Settings that are well-formed. A release may still not know some of them. */
const settings: fc.Arbitrary<OlmSettings> = fc.record({
  version: fc.constantFrom(...OlmVersion.all),
  namespace,
  operatorNamespace: namespace,
  catalogNamespace: namespace,
  podSecurity: fc.record({ namespace: levels, operatorNamespace: levels }, { requiredKeys: [] }),
  defaultCatalog: fc.constantFrom(DefaultCatalog.none(), DefaultCatalog.operatorHub({ priority: 1 }), DefaultCatalog.image('registry.example.com/catalog:v1')),
  airGapped: fc.boolean(),
  registryMirror: fc.constant('mirror.example.com'),
  pullSecrets: list('mirror'),
  olmOperator: controller,
  catalogOperator: controller,
  packageserver: controller,
  debug: fc.boolean(),
  watchedNamespaces: list('team'),
  networkPolicies: fc.boolean(),
  apiServerPort: fc.constant(443),
  olmConfig: fc.record({ disableCopiedCsvs: fc.boolean(), packageServerSyncInterval: fc.constant('5m') }, { requiredKeys: [] }),
  servingCertificates: fc.constantFrom(ServingCertificates.none(), ServingCertificates.certManager()),
  monitoring: fc.constantFrom({}, { prometheus: { name: 'prometheus', namespace: 'monitoring' } }),
  // The schemas do not depend on anything but the release, and are large.
  crdDescriptions: fc.constant(CrdDescriptions.NONE),
}, { requiredKeys: ['crdDescriptions'] });

/** The objects that the settings give; undefined for a refusal that tells the release, or names the settings that contradict each other. */
function objectsOf(given: OlmSettings): readonly KubernetesManifest[] | undefined {
  try {
    return releaseManifests(given).all;
  } catch (error) {
    const { message } = error as Error;
    const release = `OLM ${(given.version ?? OlmVersion.DEFAULT).version}`;
    for (const problem of message.split('\n')) {
      expect(problem.includes(release) || problem.includes('networkPolicies is false')).toBe(true);
    }
    return undefined;
  }
}

function identity({ kind, metadata }: KubernetesManifest): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}

test('well-formed settings are carried out whole, or refused for a reason that the release has', () => {
  fc.assert(fc.property(settings, (given) => {
    const objects = objectsOf(given) ?? [];
    // Each object once, each in a namespace that was made before, and nothing that JSON does not carry.
    expect(new Set(objects.map(identity)).size).toBe(objects.length);
    const made = new Set<string | undefined>([undefined]);
    for (const object of objects) {
      expect(made).toContain(object.metadata.namespace);
      if (object.kind === 'Namespace') {
        made.add(object.metadata.name);
      }
    }
    const custom = objects.filter(({ kind }) => kind !== 'CustomResourceDefinition');
    expect(JSON.parse(JSON.stringify(custom))).toStrictEqual(custom);
  }), { numRuns: 300 });
});

test('the same settings give the same objects', () => {
  fc.assert(fc.property(settings, (given) => {
    expect(JSON.stringify(objectsOf(given))).toBe(JSON.stringify(objectsOf({ ...given })));
  }), { numRuns: 30 });
});
