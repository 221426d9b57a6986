import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { bundleFiles, CSV, inFolder } from '../builders/bundle-files';
import { bundleLayer, ImageStore, layoutOf, zstdStored } from '../builders/image-layout';
import { tarOfFiles } from '../builders/tar-archive';
import { ZSTD_LAYER } from '../bundle/oci/zstd-layer';
import { mutated, numbers } from './mutate';
import { READERS } from './readers';

const INPUTS = join(__dirname, 'inputs');

/** Number of mutations of each valid input; each is read in a few milliseconds. */
const CHANGED = 100;

/** A catalog with each schema that opm knows, and an unknown one. */
const CATALOG = Buffer.from(`---
schema: olm.package
name: p
defaultChannel: stable
---
schema: olm.channel
package: p
name: stable
entries: [{name: p.v1.0.0}, {name: p.v1.1.0, replaces: p.v1.0.0, skips: [p.v0.9.0], skipRange: "<1.1.0"}]
---
schema: olm.bundle
package: p
name: p.v1.0.0
image: a/b@sha256:${'1'.repeat(64)}
properties: [{type: olm.package, value: {packageName: p, version: 1.0.0}}, {type: olm.gvk, value: {group: g, kind: K, version: v1}}]
---
schema: olm.bundle
package: p
name: p.v1.1.0
image: a/b:2
properties: [{type: olm.package, value: {packageName: p, version: 1.1.0}}]
relatedImages: [{name: x, image: a/c:1}]
---
schema: olm.deprecations
package: p
entries: [{reference: {schema: olm.bundle, name: p.v1.0.0}, message: old}]
---
schema: custom
package: p
blob: {a: [1, 2]}
`);

/** Valid inputs of each reader, which are mutated. */
function soundInputs(): { readonly [reader: string]: readonly Buffer[] } {
  const store = new ImageStore();
  const manifest = store.image();
  const [config] = [...store.blobs.values()];
  const layout = store.layout(manifest);
  const files = bundleFiles();
  const yaml = [
    Buffer.from(files[CSV] as string),
    Buffer.from('a: &x [1, 0x1F, 1_0, .inf, ~, yes, 2001-12-14]\nb: *x\n"c\\n\\u00e9": |2-\n   text\n  x\nd: {<<: {e: f}, ? g : h}\n--- # next\n!!binary aGk=\n'),
    Buffer.from('{"kind": "X", "metadata": {"name": "y", "n": [1e3, -0.5, true, null, "\\ud83d\\ude00"]}}'),
  ];
  const docker = tarOfFiles({ 'manifest.json': JSON.stringify([{ Config: 'c', RepoTags: ['a:1'], Layers: ['l'] }]), 'c': config!, 'l': bundleLayer() });
  const archives = [tarOfFiles(files), gzipSync(tarOfFiles(files)), tarOfFiles(layoutOf()), docker];
  return {
    yaml,
    archive: archives,
    path: archives,
    layout: archives.slice(2),
    index: [layout['index.json']!],
    manifest: [store.blobs.get(manifest.digest)!],
    config: [config!],
    layer: [bundleLayer(), gzipSync(bundleLayer())],
    package: [Buffer.from('packageName: demo\nchannels:\n- name: stable\n  currentCSV: demo.v1\ndefaultChannel: stable\n')],
    catalog: [CATALOG, Buffer.from(JSON.stringify({ schema: 'olm.package', name: 'p', defaultChannel: 'a' }).repeat(2))],
    selection: [CATALOG],
    template: [
      Buffer.from('schema: olm.semver\ngenerateMajorChannels: true\nstable:\n  bundles:\n  - image: a/b:1\nfast: {bundles: [{image: a/c:2}]}\n'),
      Buffer.from('schema: olm.template.basic\nentries:\n- schema: olm.bundle\n  image: a/b:1\n'),
    ],
    zstd: [ZSTD_LAYER, zstdStored(bundleLayer())],
    challenge: [Buffer.from('Basic realm="a", Bearer realm="https://b/c",service="d\\"",scope=e')],
    reference: [Buffer.from(`quay.io:443/a_b/c-d:v1@sha256:${'a'.repeat(64)}`)],
  };
}

describe('a reader returns its result or throws its own error', () => {
  it.each(Object.entries(soundInputs()))('when its input is changed: %s', (name, inputs) => {
    const read = READERS[name]!;
    const below = numbers(2026);
    for (const [index, input] of inputs.entries()) {
      // Files of earlier runs stay in the folder: each run overwrites those that it refers to.
      inFolder((folder) => {
        for (let run = 0; run < CHANGED; run++) {
          const changed = mutated(input, below);
          try {
            read(changed, folder);
          } catch (error) {
            // Keep the input as a file in inputs/, and fix the reader.
            throw new Error(`${name}, input ${index}, run ${run}, in base64: ${changed.toString('base64')}`, { cause: error });
          }
        }
      });
    }
  });

  it.each(readdirSync(INPUTS).sort())('on an input that once broke it, or is meant to: %s', (file) => {
    const read = READERS[file.slice(0, file.indexOf('-'))]!;
    expect(() => inFolder((folder) => read(readFileSync(join(INPUTS, file)), folder))).not.toThrow();
  });
});
