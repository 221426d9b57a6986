import { Bundle } from '../../../lib/bundle/bundle';
import { ANNOTATIONS, bundleFiles, edited, type Files, withFiles } from '../../builders/bundle-files';
import { messageOf } from './message';

const PREFIX = 'operators.operatorframework.io.bundle.';

function bundleWith(changes: Files): Bundle {
  return withFiles(bundleFiles(changes), (folder) => Bundle.fromDirectory(folder));
}

function refusal(changes: Files): string {
  return withFiles(bundleFiles(changes), messageOf);
}

describe('annotations', () => {
  it('set the package, the channels and the default channel', () => {
    const { annotations, channels, defaultChannel, mediaType, packageName: name } = bundleWith({});
    expect({ channels, defaultChannel, mediaType, name }).toEqual({
      channels: ['stable', 'beta'],
      defaultChannel: 'stable',
      mediaType: 'registry+v1',
      name: 'demo',
    });
    expect(annotations[`${PREFIX}manifests.v1`]).toBe('manifests/');
  });

  it.each<[string, string[]]>([
    ['1.0', ['1']], ['4.10', ['4.1']], ['yes', ['true']], ['0777', ['511']], ['"1.0"', ['1.0']], ['a, b', ['a', ' b']],
  ])('convert the channel %s to a string as Go does', (written, channels) => {
    expect(bundleWith(edited(ANNOTATIONS, 'stable,beta', written)).channels).toEqual(channels);
  });

  it('may omit the default channel and the media type, or leave them empty', () => {
    const none = edited(ANNOTATIONS, `  ${PREFIX}channel.default.v1: stable\n`, '');
    expect(bundleWith(none).defaultChannel).toBeUndefined();
    expect(bundleWith(edited(ANNOTATIONS, 'default.v1: stable', 'default.v1:')).defaultChannel).toBeUndefined();
    expect(bundleWith(edited(ANNOTATIONS, `  ${PREFIX}mediatype.v1: registry+v1\n`, '')).mediaType).toBe('registry+v1');
  });

  it('may be in any file of metadata/, but the file with the usual name takes precedence', () => {
    const { [ANNOTATIONS]: text } = bundleFiles();
    expect(bundleWith({ [ANNOTATIONS]: null, 'metadata/any': text! }).packageName).toBe('demo');
    expect(bundleWith({ 'metadata/a.yaml': `annotations: {${PREFIX}package.v1: other}\n` }).packageName).toBe('demo');
  });

  it.each<[string, Files, string]>([
    [
      'no file contains any',
      { [ANNOTATIONS]: 'x: 1\n' },
      'SOURCE: no file in metadata/ contains a map of annotations; create metadata/annotations.yaml',
    ],
    [
      'they are a list',
      { [ANNOTATIONS]: 'annotations: [1]\n' },
      `SOURCE: ${ANNOTATIONS}:1:1: annotations must be a map of strings, got a list`,
    ],
    [
      'one is a list',
      edited(ANNOTATIONS, 'stable,beta', '[stable, beta]'),
      `SOURCE: ${ANNOTATIONS}:6:3: the annotation ${PREFIX}channels.v1 must be a string, got a list`,
    ],
    [
      'one is a map',
      edited(ANNOTATIONS, 'package.v1: demo', 'package.v1: {name: demo}'),
      `SOURCE: ${ANNOTATIONS}:5:3: the annotation ${PREFIX}package.v1 must be a string, got a map`,
    ],
    [
      'the package is missing',
      edited(ANNOTATIONS, `  ${PREFIX}package.v1: demo\n`, ''),
      `SOURCE: ${ANNOTATIONS}:1:1: the annotation ${PREFIX}package.v1 must be set to the name of the package`,
    ],
    [
      'the channels are empty',
      edited(ANNOTATIONS, 'stable,beta', ''),
      `SOURCE: ${ANNOTATIONS}:6:3: the annotation ${PREFIX}channels.v1 must be set to the channels, separated by commas`,
    ],
    [
      'the file is hidden by a license',
      { [ANNOTATIONS]: '# Licence\n---\nannotations: {}\n' },
      `SOURCE: ${ANNOTATIONS}:2:1: OLM reads the comment or empty line before this --- as a separate document, and silently drops the rest of the file; ` +
      'remove the ---, or move it to the top of the file',
    ],
  ])('are refused if %s', (_, changes, message) => {
    expect(refusal(changes)).toBe(message);
  });

  it.each([
    ['plain+v0', '"plain+v0", which is plain Kubernetes manifests, for RukPak; read it with PlainBundle.fromDirectory'],
    ['helm', '"helm", which is a Helm chart; read it with PlainBundle.fromDirectory'],
    ['registry+v2', '"registry+v2"'],
    ['1', '"1"'],
  ])('are refused for the media type %s', (mediaType, what) => {
    expect(refusal(edited(ANNOTATIONS, 'registry+v1', mediaType))).toBe(
      `SOURCE: ${ANNOTATIONS}:2:3: only bundles of media type registry+v1 can be read, got ${what}`,
    );
  });
});

describe('dependencies', () => {
  const file = 'metadata/dependencies.yaml';

  it('are read unchanged', () => {
    const text =
      'dependencies:\n' +
      '- {type: olm.gvk, value: {group: g, version: v1, kind: K}}\n' +
      '- {type: olm.package, value: {packageName: p, version: ">=1.0.0"}}\n' +
      '- {type: olm.label, value: {label: l}}\n' +
      '- {type: olm.constraint, value: {failureMessage: m, cel: {rule: "true"}}}\n';
    expect(bundleWith({ [file]: text }).dependencies).toEqual([
      { type: 'olm.gvk', value: { group: 'g', version: 'v1', kind: 'K' } },
      { type: 'olm.package', value: { packageName: 'p', version: '>=1.0.0' } },
      { type: 'olm.label', value: { label: 'l' } },
      { type: 'olm.constraint', value: { failureMessage: 'm', cel: { rule: 'true' } } },
    ]);
  });

  it('may have keys in any case and be in any file, as in Go', () => {
    const dependencies = [{ type: 'olm.label', value: { label: 'l' } }];
    expect(bundleWith({ 'metadata/any.json': '{"Dependencies":[{"Type":"olm.label","VALUE":{"label":"l"}}]}' }).dependencies).toEqual(dependencies);
  });

  it('may be empty', () => {
    expect(bundleWith({}).dependencies).toEqual([]);
    expect(bundleWith({ [file]: 'dependencies: []\n' }).dependencies).toEqual([]);
    expect(bundleWith({ [file]: 'dependencies:\n' }).dependencies).toEqual([]);
  });

  it.each([
    ['a: [', `${file}:2:1: this is not YAML: unexpected end of the stream within a flow collection`],
    ['dependencies: {a: 1}', `${file}:1:1: dependencies must be a list, got a map`],
    ['dependencies: [a]', `${file}:1:16: an entry of dependencies must have a type, a string, got the string "a"`],
    ['dependencies: [{type: 1, value: 1}]', `${file}:1:16: an entry of dependencies must have a type, a string, got the number 1`],
    ['dependencies: [{type: olm.gvk}]', `${file}:1:16: the entry of type olm.gvk must have a value; opm takes null`],
    ['dependencies: [{type: olm.gvk, value: {group: g, version: 1}}]', `${file}:1:16: the value of type olm.gvk must have version, kind, each a non-empty string; got the number 1 for version; put it in quotes`],
    ['dependencies: [{type: olm.package, value: 1}]', `${file}:1:16: the value of type olm.package must have packageName, version, each a non-empty string`],
    ['dependencies: [{type: olm.constraint, value: x}]', `${file}:1:16: the value of type olm.constraint must be a map, got the string "x"`],
    [
      'dependencies: [{type: olm.crd, value: 1}]',
      `${file}:1:16: OLM does not support dependencies of type olm.crd; supported: olm.gvk, olm.package, olm.label, olm.constraint; ` +
      'move others to properties.yaml',
    ],
  ])('are refused in the form %s', (content, message) => {
    expect(refusal({ [file]: `${content}\n` })).toBe(`SOURCE: ${message}`);
  });
});

describe('properties', () => {
  const file = 'metadata/properties.yaml';
  const csv = 'manifests/demo.clusterserviceversion.yaml';
  const annotated = (text: string): Files => edited(csv, "    olm.skipRange: '<1.2.3'\n", `    olm.properties: '${text}'\n`);

  it('are those of the file, followed by those of the annotation', () => {
    const text = 'properties:\n- type: a\n  value: [1, {b: yes}, 9007199254740993]\n';
    expect(bundleWith({ [file]: text, ...annotated('[{"type":"c","value":null},{"type":"d","value":[9007199254740993,"\\\\/"]}]') }).properties).toEqual([
      { type: 'a', value: [1, { b: true }, 9007199254740993n] },
      { type: 'c', value: null },
      { type: 'd', value: [9007199254740993n, '\\/'] },
    ]);
  });

  it.each([
    [annotated('x'), `${csv}:6:5: annotation olm.properties is not JSON: Unexpected token 'x', "x" is not valid JSON`],
    [annotated('{}'), `${csv}:6:5: annotation olm.properties must be a JSON list of properties, got a map`],
    [annotated('[{"type":"a"}]'), `${csv}:6:5: entry 1 of annotation olm.properties must have a type and a value, got a map`],
    [annotated('[{"type":"a","Type":1,"value":1}]'), `${csv}:6:5: entry 1 of annotation olm.properties must have a type and a value, got a map`],
    [annotated('[{"type":"a","value":1},2]'), `${csv}:6:5: entry 2 of annotation olm.properties must have a type and a value, got the number 2`],
    [
      annotated('[{"type":"a","value":{"n":1e400}}]'),
      `${csv}:6:5: annotation olm.properties is not JSON: the number 1e400 is too large for Go, which reads 64-bit floats; write it as a string`,
    ],
    [{ [file]: 'properties: 1\n' }, `${file}:1:1: properties must be a list, got the number 1`],
  ])('%#: are refused in an invalid form', (changes, message) => {
    expect(refusal(changes)).toBe(`SOURCE: ${message}`);
  });
});
