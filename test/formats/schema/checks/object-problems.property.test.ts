import * as fc from 'fast-check';
import { olmV1CustomResourceDefinitions } from '../../../../lib/olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../../../lib/olm/v1/olm-v1-version';
import { rukpakCrds } from '../../../../lib/olm/rukpak/crds/rukpak-crds';
import { RukpakVersion } from '../../../../lib/olm/rukpak/rukpak-version';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { objectProblems } from '../../../../lib/formats/schema/checks/object-problems';
import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import { fields } from '../fields-of-schema';

const CRDS = [
  ...olmV1CustomResourceDefinitions(OlmV1Version.DEFAULT, true, CrdDescriptions.NONE),
  ...rukpakCrds(RukpakVersion.parse('0.16.0'), CrdDescriptions.NONE),
];

/** Strings near those that the rules of the CRDs look for. */
const STRINGS = fc.oneof(fc.string(), fc.constantFrom('', 'a', 'A', '__proto__', 'Image', 'Catalog', 'Active', 'Inline', 'quay.io/a/b:c', 'a@b:c', '>=1.0.0 <2', 'Label'));

/** JSON whose keys are fields of a CRD, so that values reach the depth of the schema. */
function jsonOf(crd: KubernetesManifest): fc.Arbitrary<unknown> {
  const names = [...fields(crd), '__proto__', 'constructor'];
  return fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constant(null), fc.boolean(), fc.integer(), fc.double(), STRINGS,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
    ),
  })).value;
}

describe.each(CRDS.map(crd => [crd.metadata.name, crd] as const))('any JSON under the CRD %s', (_, crd) => {
  const { group, names, versions } = crd['spec'] as { group: string; names: { kind: string }; versions: { name: string }[] };
  const head = { apiVersion: `${group}/${versions[0]!.name}`, kind: names.kind };
  const json = jsonOf(crd);

  test('has problems without an exception, and the same ones each time', () => {
    fc.assert(fc.property(fc.tuple(json, json, json, json), ([spec, metadata, status, before]) => {
      const object = { ...head, metadata, spec, status } as object;
      const problems = objectProblems(crd, object, { ...head, metadata, spec: before });
      expect(problems.length).toBeGreaterThan(0);
      expect(objectProblems(crd, object, { ...head, metadata, spec: before })).toEqual(problems);
    }));
  });

  test('is refused if it is not an object', () => {
    fc.assert(fc.property(json, value => {
      expect(objectProblems(crd, value as object)).not.toEqual([]);
    }));
  });
});
