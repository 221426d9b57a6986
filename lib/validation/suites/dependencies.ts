import { isMap } from '../../json-value';
import { isVersionRange } from '../../catalog/version-range';
import { goField } from '../../read/property-list';
import type { ValuePath } from '../../source-position';
import { constraintExpressionFault } from '../constraint-expression';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { ValidationSubject } from '../subject';

const SOURCE = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/registry/types.go';

/** An entry of the list of dependencies. */
interface Dependency {
  readonly type: string;

  /** The field value: a map, or nothing where it is missing. */
  readonly value: unknown;
  readonly file: string;
  readonly path: ValuePath;
}

/** Rules about the dependencies in metadata/: part of the suite `format`. */
export const DEPENDENCY_RULES: readonly Rule[] = [
  rule('format-dep-parse', 'each dependency is of a type that OLM knows, and holds what that type has',
    'use olm.gvk, olm.package, olm.label or olm.constraint; anything else belongs into metadata/properties.yaml', unknownType),
  rule('format-dep-gvk', 'a dependency on an API names its group, version and kind', 'give group, version and kind', ofType('olm.gvk', function* (dependency) {
    for (const key of ['group', 'version', 'kind']) {
      if (text(dependency, key) === '') {
        yield fault(dependency, `a dependency of type olm.gvk must have a ${key}`);
      }
    }
  })),
  rule('format-dep-package', 'a dependency on a package names the package, and a range of versions that OLM can read',
    'write a range such as ">=1.0.0 <2.0.0" or "1.x": whole versions, without ^, ~, * and commas', ofType('olm.package', packageFaults)),
  rule('format-dep-label', 'a dependency on a label names the label', 'give the label', ofType('olm.label', function* (dependency) {
    if (text(dependency, 'label') === '') {
      yield fault(dependency, 'a dependency of type olm.label must have a label');
    }
  })),
  rule('format-dep-cel', 'a constraint in dependencies.yaml is an expression that is true or false for a bundle',
    'give cel with a rule; all, any, not, gvk and package belong into metadata/properties.yaml, where OLM reads them',
    ofType('olm.constraint', constraintFaults)),
];

function rule(id: string, summary: string, remedy: string, check: (dependency: Dependency) => Iterable<Fault>): Rule {
  return {
    id,
    severity: FindingSeverity.ERROR,
    summary,
    remedy,
    source: SOURCE,
    *check(subject) {
      for (const dependency of dependenciesOf(subject)) {
        yield* check(dependency);
      }
    },
  };
}

function ofType(type: string, check: (dependency: Dependency) => Iterable<Fault>): (dependency: Dependency) => Iterable<Fault> {
  return (dependency) => (dependency.type === type && isReadable(dependency) ? check(dependency) : []);
}

/** What Go can decode: a map, or nothing, with text in the fields that the type has. */
const TEXT_FIELDS: { readonly [type: string]: readonly string[] } = {
  'olm.gvk': ['group', 'version', 'kind'],
  'olm.package': ['packageName', 'version'],
  'olm.label': ['label'],
  'olm.constraint': ['failureMessage'],
};

function isReadable({ type, value }: Dependency): boolean {
  const fields = Object.hasOwn(TEXT_FIELDS, type) ? TEXT_FIELDS[type] : undefined;
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
  if (!Object.hasOwn(TEXT_FIELDS, type)) {
    yield fault(dependency, `OLM knows no dependency of type ${JSON.stringify(type)}`);
  } else if (!isReadable(dependency)) {
    yield fault(dependency, `the value of a dependency of type ${type} must be a map with text in ${TEXT_FIELDS[type]!.join(', ')}`);
  }
}

function* packageFaults(dependency: Dependency): Iterable<Fault> {
  if (text(dependency, 'packageName') === '') {
    yield fault(dependency, 'a dependency of type olm.package must have a packageName');
  }
  const range = text(dependency, 'version');
  if (range === '') {
    yield fault(dependency, 'a dependency of type olm.package must have a version, a range');
  } else if (!isVersionRange(range)) {
    yield fault(dependency, `OLM cannot read the range of versions ${JSON.stringify(range)}`, 'version');
  }
}

function* constraintFaults(dependency: Dependency): Iterable<Fault> {
  const cel = goField(dependency.value, 'cel');
  if (!isMap(cel)) {
    yield fault(dependency, 'a constraint in dependencies.yaml must have cel: the tools that check bundles know no other form there');
    return;
  }
  const expression = goField(cel, 'rule') ?? '';
  const wrong = expression === '' ? 'is missing' : constraintExpressionFault(expression as string);
  if (wrong !== undefined) {
    yield fault(dependency, `the rule of a constraint ${wrong}`, 'cel', 'rule');
  }
}

function text({ value }: Dependency, key: string): string {
  return (goField(value, key) ?? '') as string;
}

function fault({ file, path }: Dependency, message: string, ...inner: string[]): Fault {
  return { message, file, path: inner.length === 0 ? path : [...path, 'value', ...inner] };
}

/** The dependencies in the first file of metadata/ beside that of the annotations that has any. */
function dependenciesOf({ documents, annotationsFile }: ValidationSubject): Dependency[] {
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
