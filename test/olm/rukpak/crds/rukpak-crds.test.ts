import { bundle } from '../../../../lib/olm/rukpak/crds/bundle';
import { bundleDeploymentV1alpha1, bundleDeploymentV1alpha2 } from '../../../../lib/olm/rukpak/crds/bundle-deployment';
import { bundleInstance } from '../../../../lib/olm/rukpak/crds/bundle-instance';
import { rukpakCrds } from '../../../../lib/olm/rukpak/crds/rukpak-crds';
import { RukpakVersion } from '../../../../lib/olm/rukpak/rukpak-version';
import * as kubernetes from '../../../../lib/olm/v0/generated/kubernetes-types';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import type { Schema } from '../../../../lib/formats/schema/schema';

/** Returns the fields without a short sentence as description. Those of embedded Kubernetes types have none. */
function undescribed(schema: Schema, path = ''): string[] {
  if (schema === kubernetes.Condition) {
    return [];
  }
  const before = schema.before === undefined ? [] : undescribed(schema.before.schema, path);
  const parts = [schema.items, schema.values].flatMap((part) => (part === undefined ? [] : undescribed(part, path)));
  const fields = Object.entries(schema.fields ?? {}).flatMap(([name, field]) => [
    ...(/^[A-Z`].{2,238}\.$/.test(field.description ?? '') ? [] : [`${path}.${name}`]),
    ...undescribed(field, `${path}.${name}`),
  ]);
  return [...before, ...parts, ...fields];
}

describe('CRDs of RukPak', () => {
  test.each([bundle, bundleInstance, bundleDeploymentV1alpha1, bundleDeploymentV1alpha2].map(({ kind, versions }) => [`${kind} ${versions[0]!.name}`, versions[0]!] as const))(
    '%s describes every field in a short sentence',
    (_title, { description, spec, status }) => {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect([spec, status].flatMap((schema) => undescribed(schema))).toEqual([]);
    },
  );

  test.each([
    ['0.1.0', ['bundleinstances.core.rukpak.io', 'bundles.core.rukpak.io']],
    ['0.16.0', ['bundledeployments.core.rukpak.io', 'bundles.core.rukpak.io']],
    ['0.17.0', ['bundledeployments.core.rukpak.io']],
  ])('RukPak %s has %j', (release, names) => {
    expect(rukpakCrds(RukpakVersion.parse(release), CrdDescriptions.FULL).map(({ metadata }) => metadata.name)).toEqual(names);
  });
});
