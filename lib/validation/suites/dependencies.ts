import { goField } from '../../formats/json/folded-keys';
import { isMap } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import { isVersionRange } from '../../formats/semver/version-range';
import { constraintExpressionFault } from '../model/constraint-expression';
import type { BundleView } from '../model/bundle-view';
import { errorRule, type Fault, inFile, type Rule } from '../model/rule';

const SOURCE = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/registry/types.go';

/** An entry in the list of dependencies. */
interface Dependency {
  readonly type: string;

  /** The field value, or null if it is missing. */
  readonly value: unknown;
  readonly file: string;
  readonly path: ValuePath;
}

/** Rules about the dependencies in metadata/: part of the suite `format`. */
export const DEPENDENCY_RULES: readonly Rule[] = [
  rule('format-dep-parse', 'each dependency has a type that OLM knows, and the fields of that type',
    'use olm.gvk, olm.package, olm.label or olm.constraint; move anything else to metadata/properties.yaml', unknownType),
  rule('format-dep-gvk', 'a dependency on an API has group, version and kind', 'set group, version and kind', ofType('olm.gvk', function* (dependency) {
    for (const key of ['group', 'version', 'kind']) {
      if (stringValue(dependency, key) === '') {
        yield fault(dependency, `a dependency of type olm.gvk must have a ${key}`);
      }
    }
  })),
  rule('format-dep-package', 'a dependency on a package has a packageName and a valid version range',
    'set a range such as ">=1.0.0 <2.0.0" or "1.x": full versions, without ^, ~, * and commas', ofType('olm.package', packageFaults)),
  rule('format-dep-label', 'a dependency on a label has a label', 'set the label', ofType('olm.label', function* (dependency) {
    if (stringValue(dependency, 'label') === '') {
      yield fault(dependency, 'a dependency of type olm.label must have a label');
    }
  })),
  rule('format-dep-cel', 'a constraint in dependencies.yaml is a valid CEL expression of type bool',
    'set cel.rule; move all, any, not, gvk and package constraints to metadata/properties.yaml, where OLM reads them',
    ofType('olm.constraint', constraintFaults)),
];

function rule(id: string, summary: string, remedy: string, check: (dependency: Dependency) => Iterable<Fault>): Rule {
  return errorRule(SOURCE, id, summary, remedy, (view) => (
    dependenciesOf(view).flatMap((dependency) => [...inFile(dependency.file, check(dependency))])
  ));
}

function ofType(type: string, check: (dependency: Dependency) => Iterable<Fault>): (dependency: Dependency) => Iterable<Fault> {
  return (dependency) => (dependency.type === type && isReadable(dependency) ? check(dependency) : []);
}

/** Fields of each dependency type that Go decodes into strings. */
const STRING_FIELDS: { readonly [type: string]: readonly string[] } = {
  'olm.gvk': ['group', 'version', 'kind'],
  'olm.package': ['packageName', 'version'],
  'olm.label': ['label'],
  'olm.constraint': ['failureMessage'],
};

function isReadable({ type, value }: Dependency): boolean {
  const fields = Object.hasOwn(STRING_FIELDS, type) ? STRING_FIELDS[type] : undefined;
  if (fields === undefined || !(value === null || isMap(value))) {
    return false;
  }
  const cel = goField(value, 'cel') ?? null;
  const rule = goField(cel, 'rule') ?? '';
  return fields.every((key) => typeof (goField(value, key) ?? '') === 'string')
    && (type !== 'olm.constraint' || ((cel === null || isMap(cel)) && typeof rule === 'string'));
}

function* unknownType(dependency: Dependency): Iterable<Fault> {
  const { type } = dependency;
  if (!Object.hasOwn(STRING_FIELDS, type)) {
    yield fault(dependency, `unknown dependency type ${JSON.stringify(type)}`);
  } else if (!isReadable(dependency)) {
    yield fault(dependency, `the value of a dependency of type ${type} must be a map with strings in ${STRING_FIELDS[type]!.join(', ')}`);
  }
}

function* packageFaults(dependency: Dependency): Iterable<Fault> {
  if (stringValue(dependency, 'packageName') === '') {
    yield fault(dependency, 'a dependency of type olm.package must have a packageName');
  }
  const range = stringValue(dependency, 'version');
  if (range === '') {
    yield fault(dependency, 'a dependency of type olm.package must have a version range in version');
  } else if (!isVersionRange(range)) {
    yield fault(dependency, `${JSON.stringify(range)} is not a valid version range`, 'version');
  }
}

function* constraintFaults(dependency: Dependency): Iterable<Fault> {
  const cel = goField(dependency.value, 'cel');
  if (!isMap(cel)) {
    yield fault(dependency, 'a constraint in dependencies.yaml must have cel; opm accepts no other form there');
    return;
  }
  const expression = goField(cel, 'rule') ?? '';
  const reason = expression === '' ? 'is missing' : constraintExpressionFault(expression as string);
  if (reason !== undefined) {
    yield fault(dependency, `the rule of a constraint ${reason}`, 'cel', 'rule');
  }
}

function stringValue({ value }: Dependency, key: string): string {
  return (goField(value, key) ?? '') as string;
}

function fault({ path }: Dependency, message: string, ...inner: string[]): Fault {
  return { message, path: inner.length === 0 ? path : [...path, 'value', ...inner] };
}

/** Returns the dependencies in the first file of metadata/ with dependencies, except the file of the annotations. */
function dependenciesOf({ documents, annotationsFile }: BundleView): Dependency[] {
  for (const { file, value } of documents.values()) {
    const list = goField(value, 'dependencies');
    if (file.startsWith('metadata/') && file !== annotationsFile && Array.isArray(list) && list.length > 0) {
      return list.every((entry) => isMap(entry) && typeof (goField(entry, 'type') ?? '') === 'string')
        ? list.map((entry, index) => ({
            type: (goField(entry, 'type') ?? '') as string,
            value: goField(entry, 'value') ?? null,
            file,
            path: ['dependencies', index],
          }))
        : [];
    }
  }
  return [];
}
