import { ValidationSuite } from '../../../lib/validation/model/suite';
import { changedBundle, DEPENDENCIES, findingsIn } from '../valid-bundle';

const found = (dependencies: unknown, file = DEPENDENCIES): string[] => (
  findingsIn(ValidationSuite.FORMAT, changedBundle({ files: { [file]: { dependencies } } })).map(({ id, path }) => `${id} ${path}`)
);

const CEL = (rule: string): object => ({ type: 'olm.constraint', value: { failureMessage: 'm', cel: { rule } } });
const IS_TRUE = 'properties.exists(p, p.type == "certified" && p.value == "true")';

describe('dependencies in metadata/', () => {
  it.each<[string, object, string[]]>([
    ['an API', { type: 'olm.gvk', value: { group: 'a.test', version: 'v1', kind: 'A' } }, []],
    ['an API without a kind', { type: 'olm.gvk', value: { group: 'a.test', version: 'v1' } }, ['format-dep-gvk dependencies.0']],
    ['an API without a value', { type: 'olm.gvk', value: null }, Array<string>(3).fill('format-dep-gvk dependencies.0')],
    ['an API with a number as version', { type: 'olm.gvk', value: { group: 'a.test', version: 1, kind: 'A' } }, ['format-dep-parse dependencies.0']],
    ['a package', { type: 'olm.package', value: { packageName: 'a', version: '>=1.0.0 <2.0.0 || 3.x' } }, []],
    ['a package without a name', { type: 'olm.package', value: { version: '1.0.0' } }, ['format-dep-package dependencies.0']],
    ['a package without a range', { type: 'olm.package', value: { packageName: 'a', version: '' } }, ['format-dep-package dependencies.0']],
    ...['^1.0.0', '~1.2', '*', 'v1.0.0', '>=1.0'].map((version): [string, object, string[]] => (
      [`the range ${version}`, { type: 'olm.package', value: { packageName: 'a', version } }, ['format-dep-package dependencies.0.value.version']]
    )),
    ['a label', { type: 'olm.label', value: { label: 'a' } }, []],
    ['an empty label', { type: 'olm.label', value: { label: '' } }, ['format-dep-label dependencies.0']],
    ['a constraint', CEL(IS_TRUE), []],
    ['a constraint without an expression', CEL(''), ['format-dep-cel dependencies.0.value.cel.rule']],
    ['a constraint that is not valid CEL', CEL('properties.exists('), ['format-dep-cel dependencies.0.value.cel.rule']],
    ['a constraint of another form', { type: 'olm.constraint', value: { all: { constraints: [] } } }, ['format-dep-cel dependencies.0']],
    ['an unknown type', { type: 'olm.crd', value: {} }, ['format-dep-parse dependencies.0']],
    ['a type named like an object property', { type: 'constructor', value: {} }, ['format-dep-parse dependencies.0']],
    ['no type', { value: {} }, ['format-dep-parse dependencies.0']],
  ])('validates %s', (_what, dependency, expected) => {
    expect(found([dependency])).toEqual(expected);
  });

  it('are found in a file of any name', () => {
    expect(found([{ type: 'x' }], 'metadata/more.yaml')).toEqual(['format-dep-parse dependencies.0']);
  });

  it.each([['a string', 'x'], ['an empty list', []], ['a list of numbers', [1]]])('are ignored if they are %s, as opm does', (_what, dependencies) => {
    expect(found(dependencies)).toEqual([]);
  });

  it('are not checked if a folder of the bundle is missing', () => {
    const bundle = changedBundle({ files: { [DEPENDENCIES]: { dependencies: [{ type: 'x' }] } } });
    const findings = findingsIn(ValidationSuite.FORMAT, { ...bundle, folders: new Set(['metadata']) });
    expect(findings.map(({ id }) => id)).toEqual(['format-manifests-dir']);
  });
});
