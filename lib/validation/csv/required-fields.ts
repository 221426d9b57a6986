import { field, isMap } from '../json-value';
import type { ValuePath } from '../source-position';
import { csvType } from './readers/csv-type';
import type { GoType } from './readers/go-type';
import { OBJECT_META, struct, TEXT } from './readers/go-type';
import type { Fault } from './rule';
import type { SubjectObject } from './subject';

/**
 * The required fields of a ClusterServiceVersion that are missing, outside of lists. A field that holds nothing but empty values counts
 * as missing, and hides those in it.
 */
export function* missingFields(csv: SubjectObject): Iterable<Fault> {
  const { json, file } = csv;
  const missing = (name: string, path: ValuePath, what: string): Fault => ({ message: `${what} must be set`, file, path, field: name });
  if (csv.kind === '' && csv.apiVersion === '') {
    yield missing('TypeMeta', [], 'apiVersion and kind');
  }
  if (isEmpty(json['metadata'], OBJECT_META)) {
    yield missing('ObjectMeta', ['metadata'], 'metadata');
  }
  const spec = json['spec'];
  const types = csvType().fields['spec'] as { readonly fields: { readonly [name: string]: GoType } };
  if (isEmpty(spec, csvType().fields['spec']!)) {
    yield missing('Spec', ['spec'], 'spec');
    return;
  }
  const install = field(spec, 'install');
  if (isEmpty(install, types.fields['install']!)) {
    yield missing('Spec.InstallStrategy', ['spec', 'install'], 'spec.install');
  } else {
    if (isEmpty(field(install, 'strategy'), TEXT)) {
      yield missing('Spec.InstallStrategy.StrategyName', ['spec', 'install', 'strategy'], 'spec.install.strategy');
    }
    const details = field(install, 'spec');
    if (!isEmpty(details, STRATEGY) && isEmpty(field(details, 'deployments'), ITEMS)) {
      const name = 'Spec.InstallStrategy.StrategySpec.DeploymentSpecs';
      yield missing(name, ['spec', 'install', 'spec', 'deployments'], 'spec.install.spec.deployments');
    }
  }
  if (isEmpty(field(spec, 'displayName'), TEXT)) {
    yield missing('Spec.DisplayName', ['spec', 'displayName'], 'spec.displayName');
  }
}

const ITEMS: GoType = { is: 'list', items: TEXT };
const STRATEGY = struct({ deployments: ITEMS, permissions: ITEMS, clusterPermissions: ITEMS });

/** Whether Go takes a value for the empty one of its type. Lists and maps that are there never are. */
function isEmpty(value: unknown, type: GoType): boolean {
  if (value === undefined || value === null) {
    return true;
  }
  if (type.is !== 'struct') {
    return value === '' || value === false || value === 0;
  }
  return isMap(value) && Object.entries(type.fields).every(([name, inner]) => isEmpty(field(value, name), inner));
}
