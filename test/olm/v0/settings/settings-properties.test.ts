import { Duration } from 'cdk8s';
import fc from 'fast-check';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { PodSecurityLevel } from '../../../../lib/olm/v0/settings/pod-security';
import { TolerationOperator } from '../../../../lib/olm/v0/settings/pod-settings';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { ServingCertificates } from '../../../../lib/olm/v0/settings/serving-certificates';

/** A constant list; `fc.constant` alone would infer a readonly tuple. */
const list = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.constant<T[]>(values);

const namespace = fc.constantFrom('olm', 'operators', 'catalogs', 'one');
const level = fc.constantFrom(...Object.values(PodSecurityLevel));
const levels = fc.record({ enforce: level, audit: level, warn: level, version: fc.constant('v1.31') }, { requiredKeys: [] });
const controller = fc.record({
  replicas: fc.nat({ max: 3 }),
  resources: fc.constant({ limits: { memory: '1Gi' } }),
  tolerations: list({ operator: TolerationOperator.EXISTS }),
  podAnnotations: fc.constant({ note: 'ours' }),
  extraArguments: list('--extra'),
}, { requiredKeys: [] });

/** Well-formed settings. A release may not support some of them. */
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
  olmConfig: fc.record({ disableCopiedCsvs: fc.boolean(), packageServerSyncInterval: fc.constant(Duration.minutes(5)) }, { requiredKeys: [] }),
  servingCertificates: fc.constantFrom(ServingCertificates.none(), ServingCertificates.certManager()),
  monitoring: fc.constantFrom({}, { prometheus: { name: 'prometheus', namespace: 'monitoring' } }),
  // The schemas are large and depend only on the release.
  crdDescriptions: fc.constant(CrdDescriptions.NONE),
}, { requiredKeys: ['crdDescriptions'] });

/** Returns the objects for settings, or undefined for an error that names the release, or settings that contradict each other. */
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

test('well-formed settings are applied, or refused because the release does not support them', () => {
  fc.assert(fc.property(settings, (given) => {
    const objects = objectsOf(given) ?? [];
    // Each object once, after its namespace, with JSON values only.
    expect(new Set(objects.map(identity)).size).toBe(objects.length);
    const created = new Set<string | undefined>([undefined]);
    const early = objects.filter(({ kind, metadata }) => {
      const isEarly = !created.has(metadata.namespace);
      created.add(kind === 'Namespace' ? metadata.name : undefined);
      return isEarly;
    });
    expect(early).toEqual([]);
    const custom = objects.filter(({ kind }) => kind !== 'CustomResourceDefinition');
    expect(JSON.parse(JSON.stringify(custom))).toStrictEqual(custom);
  }), { numRuns: 150 });
});

test('the same settings give the same objects', () => {
  fc.assert(fc.property(settings, (given) => {
    expect(JSON.stringify(objectsOf(given))).toBe(JSON.stringify(objectsOf({ ...given })));
  }), { numRuns: 30 });
});
