import { field, isMap } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import { type GoType, OBJECT_META, STRING, struct } from '../../formats/yaml/go-type';
import type { BundleObject } from '../model/bundle-view';
import type { Fault } from '../model/rule';
import { csvType } from '../views/csv-type';

/**
 * Returns a fault for each missing required field of a CSV, except fields in lists. A field with only empty values counts as missing, and then its
 * own fields are not reported.
 */
export function* missingFields(csv: BundleObject): Iterable<Fault> {
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
    if (isEmpty(field(install, 'strategy'), STRING)) {
      yield missing('Spec.InstallStrategy.StrategyName', ['spec', 'install', 'strategy'], 'spec.install.strategy');
    }
    const details = field(install, 'spec');
    if (!isEmpty(details, STRATEGY) && isEmpty(field(details, 'deployments'), ITEMS)) {
      const name = 'Spec.InstallStrategy.StrategySpec.DeploymentSpecs';
      yield missing(name, ['spec', 'install', 'spec', 'deployments'], 'spec.install.spec.deployments');
    }
  }
  if (isEmpty(field(spec, 'displayName'), STRING)) {
    yield missing('Spec.DisplayName', ['spec', 'displayName'], 'spec.displayName');
  }
}

const ITEMS: GoType = { is: 'list', items: STRING };
const STRATEGY = struct({ deployments: ITEMS, permissions: ITEMS, clusterPermissions: ITEMS });

/** Whether a value is the zero value of its Go type. Lists and maps never are, even if they are empty. */
function isEmpty(value: unknown, type: GoType): boolean {
  if (value === undefined || value === null) {
    return true;
  }
  if (type.is !== 'struct') {
    return value === '' || value === false || value === 0;
  }
  return isMap(value) && Object.entries(type.fields).every(([name, inner]) => isEmpty(field(value, name), inner));
}
