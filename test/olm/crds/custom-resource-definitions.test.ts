import { catalogSource } from '../../../lib/olm/crds/catalog-source';
import { clusterServiceVersion } from '../../../lib/olm/crds/cluster-service-version';
import type { CrdSource } from '../../../lib/olm/crds/custom-resource-definition';
import { installPlan } from '../../../lib/olm/crds/install-plan';
import { olmConfig } from '../../../lib/olm/crds/olm-config';
import { operator } from '../../../lib/olm/crds/operator';
import { operatorCondition } from '../../../lib/olm/crds/operator-condition';
import { operatorGroup } from '../../../lib/olm/crds/operator-group';
import type { Schema } from '../../../lib/olm/crds/schema';
import { subscription } from '../../../lib/olm/crds/subscription';
import * as kubernetes from '../../../lib/olm/generated/kubernetes-types';
import { releaseManifests } from '../../../lib/olm/release';

const sources: CrdSource[] = [catalogSource, clusterServiceVersion, installPlan, olmConfig, operator, operatorCondition, operatorGroup, subscription];

function partsOf({ fields = {}, items, values }: Schema): [string, Schema][] {
  return [...Object.entries(fields), ...(items ? [['[]', items] as [string, Schema]] : []), ...(values ? [['{}', values] as [string, Schema]] : [])];
}

/** Every schema that belongs to Kubernetes and not to OLM. */
const embedded = new Set<Schema>();
function collect(schema: Schema): void {
  embedded.add(schema);
  partsOf(schema).forEach(([, part]) => { collect(part); });
}
Object.values(kubernetes).forEach(collect);

/** The paths of OLM's own fields below a schema that match a condition. Elements of lists and maps are no fields. */
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

    test('documents every field of OLM\'s own', () => {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(ownFields('', root, (field) => field.description === undefined)).toEqual([]);
    });

    test('documents in short sentences', () => {
      expect(ownFields('', root, (field) => !/^[A-Z`].{2,238}\.$/.test(field.description ?? ''))).toEqual([]);
    });
  },
);

describe('OLM\'s CRDs', () => {
  test('all belong to one group and carry their names', () => {
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

  test('each store exactly one version', () => {
    for (const { kind, versions } of sources) {
      expect([kind, versions.filter(({ storage }) => storage).length]).toEqual([kind, 1]);
    }
  });
});
