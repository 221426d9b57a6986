import { gzipSync } from 'node:zlib';
import { bundleFiles, CSV } from '../builders/bundle-files';
import { bundleLayer, ImageStore, layoutOf, zstdStored } from '../builders/image-layout';
import { tarOfFiles } from '../builders/tar-archive';
import { ZSTD_LAYER } from '../bundle/oci/zstd-layer';

const LOCK = `lockVersion: 1
catalogs: [{name: registry, namespace: olm, image: "a/b:1"}]
operators:
- {namespace: hello, package: p, version: 0.1.0, csv: p.v0.1.0, channel: c, catalog: registry, catalogNamespace: olm, subscription: p}
`;

const PLAN = `planVersion: 1
operators:
- {namespace: hello, package: p, kind: changed, before: p.v1, after: p.v2, approvals: [p.v2], problems: [], findings: []}
installPlans: []
`;

const KUBECONFIG = `current-context: one
contexts: [{name: one, context: {cluster: c, user: u, namespace: n}}]
clusters: [{name: c, cluster: {server: "https://cluster.example:6443", certificate-authority-data: YQ==}}]
users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: get, args: [a], installHint: get it, interactiveMode: Never}}}]
`;

const DUMP = `apiVersion: v1
kind: List
items:
- {apiVersion: operators.coreos.com/v1alpha1, kind: Subscription, metadata: {name: a, namespace: b, labels: {c: d}}, spec: {name: a}, status: {state: AtLatestKnown}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: b}}
`;

/** A catalog with dependencies and constraints, for the resolver. */
const CONSTRAINED = `---
{schema: olm.package, name: p, defaultChannel: c}
---
{schema: olm.channel, package: p, name: c, entries: [{name: p.v1}]}
---
schema: olm.bundle
package: p
name: p.v1
image: a/b:1
properties:
- {type: olm.package, value: {packageName: p, version: 1.0.0}}
- {type: olm.package.required, value: {packageName: q, versionRange: ">=1.0.0"}}
- {type: olm.gvk.required, value: {group: g, kind: K, version: v1}}
- {type: olm.constraint, value: {failureMessage: no, all: {constraints: [{gvk: {group: g, kind: K, version: v1}}, {cel: {rule: "properties.exists(p, p.type == 'x')"}}]}}}
- {type: x, value: 1}
---
{schema: olm.package, name: q, defaultChannel: c}
---
{schema: olm.channel, package: q, name: c, entries: [{name: q.v1}]}
---
schema: olm.bundle
package: q
name: q.v1
image: a/c:1
properties: [{type: olm.package, value: {packageName: q, version: 1.2.0}}, {type: olm.gvk, value: {group: g, kind: K, version: v1}}]
`;

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
export function soundInputs(): { readonly [reader: string]: readonly Buffer[] } {
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
    lock: [Buffer.from(LOCK)],
    plan: [Buffer.from(PLAN)],
    kubeconfig: [Buffer.from(KUBECONFIG)],
    dump: [Buffer.from(DUMP), gzipSync(DUMP)],
    selector: ['app=shop,tier in (web, api),!old,a!=b', 'a notin (b)'].map((selector) => Buffer.from(selector)),
    range: ['>=1.0.0 <2.0.0 || 3.x', '!1.2.3 >1.0.0-alpha.1', '^1.2 || ~1.2.3'].map((range) => Buffer.from(range)),
    version: [Buffer.from('1.2.3-alpha.1+build')],
    apis: [Buffer.from('deployments deploy apps/v1 true Deployment\n'), Buffer.from('apps/v1\nv1\n')],
    resolver: [CATALOG, Buffer.from(CONSTRAINED)],
    json: [yaml[2]!, Buffer.from('[9007199254740993, 1e400, "\\u0000", {"a": {}, "b": [[]]}, -0, 0.1]')],
    reference: [Buffer.from(`quay.io:443/a_b/c-d:v1@sha256:${'a'.repeat(64)}`)],
  };
}
