import { clusterCatalog } from '../../../../lib/olm/v1/crds/cluster-catalog';
import { clusterExtension } from '../../../../lib/olm/v1/crds/cluster-extension';
import { clusterExtensionRevision } from '../../../../lib/olm/v1/crds/cluster-extension-revision';
import { clusterObjectSet } from '../../../../lib/olm/v1/crds/cluster-object-set';
import { olmV1CustomResourceDefinitions } from '../../../../lib/olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../../../lib/olm/v1/olm-v1-version';
import { Condition, LabelSelector } from '../../../../lib/olm/v0/generated/kubernetes-types';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import type { Schema } from '../../../../lib/formats/schema/schema';

function kinds(version: OlmV1Version, experimental: boolean): string[] {
  return olmV1CustomResourceDefinitions(version, experimental, CrdDescriptions.NONE).map(({ metadata: { name } }) => name.split('.')[0]!);
}

describe('the CRDs of a release', () => {
  test('have no revisions in the standard channel', () => {
    expect(kinds(OlmV1Version.V1_0_0, false)).toEqual(['clustercatalogs', 'clusterextensions']);
    expect(kinds(OlmV1Version.V1_11_0, false)).toEqual(['clustercatalogs', 'clusterextensions']);
  });

  test.each([
    [OlmV1Version.V1_5_1, []],
    [OlmV1Version.V1_6_0, ['clusterextensionrevisions']],
    [OlmV1Version.V1_8_0, ['clusterextensionrevisions']],
    [OlmV1Version.V1_9_0, ['clusterobjectsets']],
    [OlmV1Version.V1_11_0, ['clusterobjectsets']],
  ])('experimental, %s: revisions are %s', (version, revisions) => {
    expect(kinds(version, true).filter((kind) => !['clustercatalogs', 'clusterextensions'].includes(kind))).toEqual(revisions);
  });

  test('of catalogd 1.0 have the annotation of their own generator', () => {
    const [catalog] = olmV1CustomResourceDefinitions(OlmV1Version.V1_0_0, false, CrdDescriptions.NONE);
    expect(catalog?.metadata).toEqual({
      name: 'clustercatalogs.olm.operatorframework.io',
      annotations: { 'controller-gen.kubebuilder.io/version': 'v0.16.1' },
    });
  });
});

/** Returns the paths of OLM's own fields whose description is not a short sentence. */
function badDescriptions(path: string, { fields = {}, items, values }: Schema): string[] {
  const parts = [...Object.entries(fields), ...(items ? [['[]', items] as const] : []), ...(values ? [['{}', values] as const] : [])];
  return parts.filter(([, part]) => part.fields === undefined || (part.fields !== Condition.fields && part.fields !== LabelSelector.fields))
    .flatMap(([name, part]) => [
      ...(name === '[]' || name === '{}' || /^[A-Z`].{2,238}\.$/.test(part.description ?? '') ? [] : [`${path}.${name}`]),
      ...badDescriptions(`${path}.${name}`, part),
    ]);
}

test.each([clusterCatalog, clusterExtension, clusterExtensionRevision, clusterObjectSet])('$kind describes every field in a short sentence', ({ versions }) => {
  for (const { description, spec, status } of versions) {
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(badDescriptions('', { keywords: {}, fields: { spec, status } })).toEqual([]);
  }
});
