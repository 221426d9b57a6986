import type { Files } from '../builders/bundle-files';
import { bundleFiles, CSV, edited, withFiles } from '../builders/bundle-files';
import { messageOf } from './message';

function refusal(changes: Files): string {
  return withFiles(bundleFiles(changes), messageOf);
}

const MODES = '  installModes:\n    - type: OwnNamespace\n      supported: true\n    - type: AllNamespaces\n      supported: false\n';

describe('a bundle is refused', () => {
  it('without a ClusterServiceVersion', () => {
    expect(refusal({ [CSV]: null })).toBe('SOURCE: there is no ClusterServiceVersion in manifests/; a bundle holds exactly one');
  });

  it('whose ClusterServiceVersion cannot be read, with that reason alone', () => {
    expect(refusal({ [CSV]: 'kind: [\n' })).toBe(`SOURCE: ${CSV}:2:1: this is not YAML: unexpected end of the stream within a flow collection`);
  });

  it('with two of them', () => {
    expect(refusal({ 'manifests/z.yaml': bundleFiles()[CSV]! })).toBe(
      `SOURCE: manifests/z.yaml:2:1: this is a second ClusterServiceVersion beside ${CSV}; a bundle holds exactly one, so make it a bundle of its own`,
    );
  });

  it.each<[string, Files, string]>([
    ['a name', edited(CSV, '  name: demo.v1.2.3\n', ''), '3:1: the ClusterServiceVersion must have a name'],
    ['a spec', { [CSV]: 'kind: ClusterServiceVersion\nmetadata: {name: x}\nspec: [1]\n' }, '3:1: the ClusterServiceVersion must have a spec, a map, got a list'],
    ['a version', edited(CSV, '  version: 1.2.3\n', ''), '7:1: spec.version must be text, the version of the operator, got nothing'],
    ['a version that is text', edited(CSV, '1.2.3\n  installModes', '1.2\n  installModes'), '9:3: spec.version must be text, the version of the operator, got the number 1.2; put it into quotes'],
    ['install modes', edited(CSV, MODES, ''), '7:1: spec.installModes must list the install modes, got nothing; OLM installs no operator without'],
    ['any install mode', edited(CSV, MODES, '  installModes: []\n'), '10:3: spec.installModes must list the install modes, got an empty list; OLM installs no operator without'],
    ['install modes in a list', edited(CSV, MODES, '  installModes: {OwnNamespace: true}\n'), '10:3: spec.installModes must list the install modes, got a map; OLM installs no operator without'],
    ['install modes of the right form', edited(CSV, 'supported: false', 'supported: "no"'), '13:7: an install mode must have a type, text, and supported, true or false'],
    ['owned APIs in a map', edited(CSV, 'owned:\n', 'owned: 1\n    required:\n'), '16:5: spec.customresourcedefinitions.owned must be a list, got the number 1'],
    ['whole entries of owned APIs', edited(CSV, '        version: v1\n        kind: Memcached\n', ''), '17:9: an entry of spec.customresourcedefinitions.owned must have version, kind, each a text that is not empty'],
    ['names of CustomResourceDefinitions with a group', edited(CSV, 'name: memcacheds.example.test', 'name: memcacheds'), '17:9: the name of a CustomResourceDefinition must be its plural, a dot and its group, got the text "memcacheds"'],
  ])('whose ClusterServiceVersion lacks %s', (_, changes, message) => {
    expect(refusal(changes)).toBe(`SOURCE: ${CSV}:${message}`);
  });
});
