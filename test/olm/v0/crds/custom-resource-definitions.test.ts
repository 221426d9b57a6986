import { catalogSource } from '../../../../lib/olm/v0/crds/catalog-source';
import { clusterServiceVersion } from '../../../../lib/olm/v0/crds/cluster-service-version';
import type { CrdSource } from '../../../../lib/formats/schema/custom-resource-definition';
import { installPlan } from '../../../../lib/olm/v0/crds/install-plan';
import { olmConfig } from '../../../../lib/olm/v0/crds/olm-config';
import { operator } from '../../../../lib/olm/v0/crds/operator';
import { operatorCondition } from '../../../../lib/olm/v0/crds/operator-condition';
import { operatorGroup } from '../../../../lib/olm/v0/crds/operator-group';
import type { Schema } from '../../../../lib/formats/schema/schema';
import { subscription } from '../../../../lib/olm/v0/crds/subscription';
import * as kubernetes from '../../../../lib/olm/v0/generated/kubernetes-types';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';

const sources: CrdSource[] = [catalogSource, clusterServiceVersion, installPlan, olmConfig, operator, operatorCondition, operatorGroup, subscription];

function partsOf({ fields = {}, items, values }: Schema): [string, Schema][] {
  return [...Object.entries(fields), ...(items ? [['[]', items] as [string, Schema]] : []), ...(values ? [['{}', values] as [string, Schema]] : [])];
}

/** All schemas of embedded Kubernetes types. */
const embedded = new Set<Schema>();
function collect(schema: Schema): void {
  embedded.add(schema);
  partsOf(schema).forEach(([, part]) => { collect(part); });
}
Object.values(kubernetes).forEach(collect);

/** Returns the paths of OLM's own fields that match a condition. Elements of lists and maps are not fields. */
function ownFields(path: string, schema: Schema, condition: (field: Schema) => boolean): string[] {
  return partsOf(schema).filter(([, part]) => !embedded.has(part)).flatMap(([name, part]) => {
    const inner = `${path}.${name}`;
    return [...(condition(part) && !/^(\[\]|\{\})$/.test(name) ? [inner] : []), ...ownFields(inner, part, condition)];
  });
}

describe.each(sources.flatMap((source) => source.versions.map((version) => [`${source.kind} ${version.name}`, version] as const)))(
  '%s',
  (_title, { spec, status, description }) => {
    const root: Schema = { keywords: {}, fields: { spec, status } };

    test('describes every field that OLM defines', () => {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(ownFields('', root, (field) => field.description === undefined)).toEqual([]);
    });

    test('describes fields in short sentences', () => {
      expect(ownFields('', root, (field) => !/^[A-Z`].{2,238}\.$/.test(field.description ?? ''))).toEqual([]);
    });
  },
);

describe('OLM\'s CRDs', () => {
  test('belong to one group and have consistent names', () => {
    const names = releaseManifests().crds.map(({ metadata, spec }) => {
      const { group, names: { plural, singular, kind, listKind } } = spec as {
        group: string; names: { plural: string; singular: string; kind: string; listKind: string };
      };
      expect(metadata.name).toBe(`${plural}.${group}`);
      expect(listKind).toBe(`${kind}List`);
      expect(singular).toBe(kind.toLowerCase());
      return plural;
    });
    expect(names).toEqual([...names].sort());
  });

  test('have exactly one storage version', () => {
    for (const { kind, versions } of sources) {
      expect([kind, versions.filter(({ storage }) => storage).length]).toEqual([kind, 1]);
    }
  });
});
