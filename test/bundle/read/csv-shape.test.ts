import { bundleFiles, CSV, edited, type Files, withFiles } from '../../builders/bundle-files';
import { messageOf } from './message';

function refusal(changes: Files): string {
  return withFiles(bundleFiles(changes), messageOf);
}

const MODES = '  installModes:\n    - type: OwnNamespace\n      supported: true\n    - type: AllNamespaces\n      supported: false\n';

describe('a bundle is refused', () => {
  it('without a ClusterServiceVersion', () => {
    expect(refusal({ [CSV]: null })).toBe('SOURCE: no ClusterServiceVersion in manifests/; a bundle must contain exactly one');
  });

  it('whose ClusterServiceVersion cannot be read, with only that problem', () => {
    expect(refusal({ [CSV]: 'kind: [\n' })).toBe(`SOURCE: ${CSV}:2:1: this is not YAML: unexpected end of the stream within a flow collection`);
  });

  it('with two ClusterServiceVersions', () => {
    expect(refusal({ 'manifests/z.yaml': bundleFiles()[CSV]! })).toBe(
      `SOURCE: manifests/z.yaml:2:1: this is a second ClusterServiceVersion beside ${CSV}; a bundle must contain exactly one; move the other to its own bundle`,
    );
  });

  it.each<[string, Files, string]>([
    ['a name', edited(CSV, '  name: demo.v1.2.3\n', ''), '3:1: the ClusterServiceVersion must have a name'],
    ['a spec', { [CSV]: 'kind: ClusterServiceVersion\nmetadata: {name: x}\nspec: [1]\n' }, '3:1: the ClusterServiceVersion must have a spec, a map, got a list'],
    ['a version', edited(CSV, '  version: 1.2.3\n', ''), '7:1: spec.version must be a string, the version of the operator, got nothing'],
    ['a version that is a string', edited(CSV, '1.2.3\n  installModes', '1.2\n  installModes'), '9:3: spec.version must be a string, the version of the operator, got the number 1.2; put it in quotes'],
    ['install modes', edited(CSV, MODES, ''), '7:1: spec.installModes must list the install modes, got nothing; OLM does not install an operator without them'],
    ['any install mode', edited(CSV, MODES, '  installModes: []\n'), '10:3: spec.installModes must list the install modes, got an empty list; OLM does not install an operator without them'],
    ['install modes in a list', edited(CSV, MODES, '  installModes: {OwnNamespace: true}\n'), '10:3: spec.installModes must list the install modes, got a map; OLM does not install an operator without them'],
    ['valid install modes', edited(CSV, 'supported: false', 'supported: "no"'), '13:7: an install mode must have type, a string, and supported, true or false'],
    ['a list of owned APIs', edited(CSV, 'owned:\n', 'owned: 1\n    required:\n'), '16:5: spec.customresourcedefinitions.owned must be a list, got the number 1'],
    ['required fields of owned APIs', edited(CSV, '        version: v1\n        kind: Memcached\n', ''), '17:9: an entry of spec.customresourcedefinitions.owned must have version, kind, each a non-empty string'],
    ['names of CustomResourceDefinitions with a group', edited(CSV, 'name: memcacheds.example.test', 'name: memcacheds'), '17:9: the name of a CustomResourceDefinition must be its plural, a dot and its group, got the string "memcacheds"'],
  ])('whose ClusterServiceVersion lacks %s', (_, changes, message) => {
    expect(refusal(changes)).toBe(`SOURCE: ${CSV}:${message}`);
  });
});
