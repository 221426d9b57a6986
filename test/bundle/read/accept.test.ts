import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from '../../../lib/bundle/bundle';
import type { BundleReadOptions } from '../../../lib/bundle/files/read-options';
import { BundleErrorCode } from '../../../lib/bundle/model/bundle-problem';
import { BundleValidation } from '../../../lib/validation/bundle-validation';
import { ANNOTATIONS, bundleFiles, CRD, CSV, edited, type Files, inFolder, SERVICE, withFiles } from '../../builders/bundle-files';
import { layoutOf } from '../../builders/image-layout';
import { tarOfFiles } from '../../builders/tar-archive';
import { LoopbackRegistry } from '../registry/loopback-registry';
import { errorOf } from './message';

const { AMBIGUOUS, SYNTAX, MANIFEST, DEPENDENCIES, PROPERTIES } = BundleErrorCode;
const ROLE = 'manifests/role.yaml';
const DEPENDENCY_FILE = 'metadata/dependencies.yaml';
const TWO_ROLES = 'kind: Role\nmetadata: {name: a}\n---\nkind: Role\nmetadata: {name: b}\n';
const SECOND_ROLE = {
  code: AMBIGUOUS, file: ROLE, line: 4, column: 1,
  message: 'a second document begins here, and OLM reads only the first of a file; move it to a separate file',
};

function read(changes: Files, options?: BundleReadOptions): Bundle {
  return withFiles(bundleFiles(changes), (folder) => Bundle.fromDirectory(folder, options));
}

describe('an accepted problem is not an error, and its file, document or entry is left out as in opm', () => {
  it.each<[string, BundleErrorCode, Files, string, (bundle: Bundle) => unknown, unknown]>([
    ['a second document of a manifest', AMBIGUOUS, { [ROLE]: TWO_ROLES }, `${ROLE}:4`, namesOfRoles, ['a']],
    ['a manifest after a comment and ---', AMBIGUOUS, { [ROLE]: '# license\n---\nkind: Role\n' }, `${ROLE}:2`, namesOfRoles, []],
    ['a second document of the ClusterServiceVersion', AMBIGUOUS, edited(CSV, '    - name: memcached\n', '---\n    - name: memcached\n'),
      `${CSV}:28`, ({ relatedImages }) => relatedImages, []],
    ['a manifest that is not YAML', SYNTAX, { [ROLE]: 'kind: [\n' }, `${ROLE}:2`, namesOfRoles, []],
    ['dependencies that are not YAML', SYNTAX, { [DEPENDENCY_FILE]: 'dependencies: [\n' }, `${DEPENDENCY_FILE}:2`, ({ dependencies }) => dependencies, []],
    ['a manifest without a kind', MANIFEST, { [ROLE]: 'metadata: {name: a}\n' }, `${ROLE}:1`, namesOfRoles, []],
    ['dependencies that are not a list', DEPENDENCIES, { [DEPENDENCY_FILE]: 'dependencies: {a: 1}\n' }, `${DEPENDENCY_FILE}:1`, ({ dependencies }) => dependencies, []],
    ['a dependency that is not a map, with all other dependencies', DEPENDENCIES, { [DEPENDENCY_FILE]: 'dependencies:\n- {type: a, value: {}}\n- b\n' },
      `${DEPENDENCY_FILE}:2`, ({ dependencies }) => dependencies, []],
    ['a dependency without a value', DEPENDENCIES, { [DEPENDENCY_FILE]: 'dependencies:\n- {type: olm.label, value: {label: a}}\n- {type: olm.label}\n' },
      `${DEPENDENCY_FILE}:3`, ({ dependencies }) => dependencies, [{ type: 'olm.label', value: { label: 'a' } }]],
    ['a dependency with a value that is not a map', DEPENDENCIES, { [DEPENDENCY_FILE]: 'dependencies: [{type: olm.gvk, value: a}]\n' },
      `${DEPENDENCY_FILE}:1`, ({ dependencies }) => dependencies, []],
    ['nothing for a dependency of an unsupported type', DEPENDENCIES, { [DEPENDENCY_FILE]: 'dependencies: [{type: x, value: {a: 1}}]\n' },
      `${DEPENDENCY_FILE}:1`, ({ dependencies }) => dependencies, [{ type: 'x', value: { a: 1 } }]],
    ['properties that are not a list', PROPERTIES, { 'metadata/properties.yaml': 'properties: a\n' }, 'metadata/properties.yaml:1', ({ properties }) => properties, []],
    ['an annotation olm.properties that is not JSON', PROPERTIES, edited(CSV, 'olm.skipRange:', "olm.properties: '['\n    olm.skipRange:"),
      `${CSV}:6`, ({ properties }) => properties, []],
  ])('%s', (_, code, changes, place, found, expected) => {
    expect(errorOf(() => read(changes)).code).toBe(code);
    const bundle = read(changes, { accept: [code] });
    expect(bundle.acceptedProblems.map((problem) => [problem.code, `${problem.file}:${problem.line}`])).toContainEqual([code, place]);
    expect(found(bundle)).toEqual(expected);
  });

  it('and is listed in a frozen list', () => {
    const { acceptedProblems } = read({ [ROLE]: TWO_ROLES }, { accept: [AMBIGUOUS] });
    expect(acceptedProblems).toEqual([SECOND_ROLE]);
    expect(Object.isFrozen(acceptedProblems)).toBe(true);
  });

  it('and a valid bundle has none', () => {
    expect(read({}, { accept: [AMBIGUOUS, DEPENDENCIES] }).acceptedProblems).toEqual([]);
  });
});

function namesOfRoles({ manifests }: Bundle): string[] {
  return manifests.filter(({ kind }) => kind === 'Role').map(({ name }) => name);
}

describe('every reader accepts problems', () => {
  const files = bundleFiles({ [ROLE]: TWO_ROLES });
  const options = { accept: [AMBIGUOUS] };

  it.each<[string, (folder: string) => Bundle]>([
    ['fromDirectory', () => withFiles(files, (bundle) => Bundle.fromDirectory(bundle, options))],
    ['fromPath of a folder', () => withFiles(files, (bundle) => Bundle.fromPath(bundle, options))],
    ['fromArchive', (folder) => Bundle.fromArchive(written(folder, tarOfFiles(files)), options)],
    ['fromPath of an archive', (folder) => Bundle.fromPath(written(folder, tarOfFiles(files)), options)],
    ['fromOciLayout', () => withFiles(layoutOf({ layers: [tarOfFiles(files)] }), (layout) => Bundle.fromOciLayout(layout, options))],
    ['fromPath of an image layout', () => withFiles(layoutOf({ layers: [tarOfFiles(files)] }), (layout) => Bundle.fromPath(layout, options))],
    ['fromPath of an archive of an image layout', (folder) => (
      Bundle.fromPath(written(folder, tarOfFiles(layoutOf({ layers: [tarOfFiles(files)] }))), options)
    )],
  ])('Bundle.%s', (_, readIn) => {
    expect(inFolder(readIn).acceptedProblems).toEqual([SECOND_ROLE]);
  });

  it('Bundle.fetch', async () => {
    const registry = await LoopbackRegistry.start();
    try {
      registry.push('v1', { layers: [tarOfFiles(files)] });
      const bundle = await Bundle.fetch(`${registry.host}/org/demo:v1`, { ...options, plainHttp: true, anonymous: true, cache: false });
      expect(bundle.acceptedProblems).toEqual([SECOND_ROLE]);
    } finally {
      await registry.close();
    }
  });

  it('Bundle.fromPackageManifests, for each version and for the package', () => {
    const manifests = {
      'demo.package.yaml': 'packageName: demo\nchannels: [{name: stable, currentCSV: demo.v1.2.3}]\n---\na: 1\n',
      '1.2.3/csv.yaml': files[CSV]!, '1.2.3/crd.yaml': files[CRD]!, '1.2.3/service.yaml': files[SERVICE]!, '1.2.3/role.yaml': TWO_ROLES,
    };
    const [bundle] = withFiles(manifests, (folder) => Bundle.fromPackageManifests(folder, options));
    expect(bundle!.acceptedProblems).toEqual([{ ...SECOND_ROLE, file: 'demo.package.yaml' }, SECOND_ROLE]);
  });
});

function written(folder: string, archive: Buffer): string {
  writeFileSync(join(folder, 'bundle.tar'), archive);
  return join(folder, 'bundle.tar');
}

describe('accept does not allow', () => {
  it.each<[string, BundleErrorCode, Files, string]>([
    ['a bundle without a readable ClusterServiceVersion', SYNTAX, { [CSV]: '[' }, 'no ClusterServiceVersion in manifests/; a bundle must contain exactly one'],
    ['a bundle without readable annotations', AMBIGUOUS, { [ANNOTATIONS]: `# license\n---\n${bundleFiles()[ANNOTATIONS] as string}` },
      'no file in metadata/ contains a map of annotations; create metadata/annotations.yaml'],
  ])('%s', (_, code, changes, message) => {
    expect(errorOf(() => read(changes, { accept: [code] })).problems.map((problem) => problem.message)).toEqual([message]);
  });

  it('problems of other kinds', () => {
    expect(errorOf(() => read({ [ROLE]: TWO_ROLES }, { accept: [DEPENDENCIES] })).problems).toEqual([SECOND_ROLE]);
  });

  it.each([
    [BundleErrorCode.CSV, "'csv'"], [BundleErrorCode.UNSAFE_ENTRY, "'unsafe-entry'"], ['second-document' as BundleErrorCode, "'second-document'"],
  ])('the code %s, and lists those that can be accepted', (code, quoted) => {
    expect(errorOf(() => Bundle.fromPath('x', { accept: [code] }))).toMatchObject({
      code: BundleErrorCode.OPTIONS,
      message: `x: accept must not contain ${quoted}; problems that can be accepted: 'ambiguous', 'syntax', 'manifest', 'dependencies', 'properties'`,
    });
  });

  it('a value that is not a list', () => {
    expect(() => Bundle.fromPath('x', { accept: AMBIGUOUS as unknown as BundleErrorCode[] })).toThrow(
      "x: accept in options of Bundle.fromPath must be a list of BundleErrorCode, got 'ambiguous'",
    );
  });
});

it('validation reports accepted problems', () => {
  const bundle = read({ [ROLE]: TWO_ROLES }, { accept: [AMBIGUOUS] });
  const findings = BundleValidation.ofBundle(bundle).findings.filter(({ ruleId }) => ruleId === 'read-accepted');
  expect(findings).toEqual([expect.objectContaining({ severity: 'warning', message: SECOND_ROLE.message, file: ROLE, line: 4 })]);
});
