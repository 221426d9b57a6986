import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bundle, BundleError, type BundleGenerationOptions, type BundleReadOptions, GenerationNoteCode, ManifestSource } from '../../../lib/bundle';
import { bindingOf, bundleOfObjects, crdOf, decisionsOf, deploymentOf, notesOf, type PlainObject, roleOf, serviceOf, webhookOf } from './operator-objects';

const OPTIONS: BundleGenerationOptions = { packageName: 'sample', version: '1.0.0' };
const ofText = (text: string): Bundle => Bundle.fromManifests(ManifestSource.fromString(text, 'input.yaml'), OPTIONS);

/** Returns the message of the error that making a bundle throws, or what it notes. */
function errorOf(make: () => Bundle): string {
  try {
    return `no error, but ${decisionsOf(make()).join('; ')}`;
  } catch (error) {
    expect(error).toBeInstanceOf(BundleError);
    return (error as Error).message;
  }
}

const baseOf = (spec: object): PlainObject => ({ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'sample.v0.0.0' }, spec });
const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };

describe('manifests that cannot become a bundle', () => {
  it.each<[string, string, RegExp]>([
    ['without a document', '---\n# only a comment\n---\n', /^input\.yaml: the manifests have no Deployment; OLM runs an operator as Deployments: add the one of the operator$/],
    ['without a Deployment', JSON.stringify({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' } }), /the manifests have no Deployment, but "StatefulSet db"; OLM runs/],
    ['that are not YAML', 'a: [', /^input\.yaml: input\.yaml:1:5: /],
    ['that are a template', 'kind: Deployment\nmetadata:\n  {{- include "labels" . }}\n', /use the output of `helm template` instead/],
    ['with a template in a name', JSON.stringify(deploymentOf({ name: '{{ .Release.Name }}-op' })), /"\{\{ \.Release\.Name \}\}-op" is a template that was not rendered; use the output of `helm template`/],
    ['with a template in an image', JSON.stringify(deploymentOf({ container: { image: 'op:{{ .Values.tag }}' } })), /"op:\{\{ \.Values\.tag \}\}" is a template that was not rendered/],
    ['with a template in an argument', JSON.stringify(deploymentOf({ container: { args: ['--zone={{ .Values.zone }}'] } })), /"--zone=\{\{ \.Values\.zone \}\}" is a template that was not rendered/],
    ['with a template in a label', JSON.stringify(roleOf('Role', 'a', [], {}, { labels: { app: '{{- include "a.name" . }}' } })), /is a template that was not rendered/],
    ['with the name of a program as an image', JSON.stringify(deploymentOf({ container: { image: 'ko://example.com/cmd/op' } })), /the image "ko:\/\/example\.com\/cmd\/op" is the name of a Go program, and not an image; use the output of `ko resolve`/],
    ['with a variable in an image', JSON.stringify(deploymentOf({ container: { image: 'example.com/op:${TAG}' } })), /the image "example\.com\/op:\$\{TAG\}" has a variable that was not replaced; use the output/],
    ['with an object without a name', '{"apiVersion":"v1","kind":"ConfigMap","metadata":{}}', /^input\.yaml: 2 problems\n  input\.yaml:1:1: ConfigMap: metadata\.name is missing/],
  ])('%s', (_, text, message) => {
    expect(errorOf(() => ofText(text))).toMatch(message);
  });

  it.each<[string, readonly PlainObject[], RegExp]>([
    ['an object twice with other content', [deploymentOf(), config, { ...config, data: { a: 'b' } }], /ConfigMap "settings" is also at objects:2, with other content; keep one of them/],
    ['two Deployments with one name', [deploymentOf({ namespace: 'a' }), deploymentOf({ namespace: 'b' })], /Deployment "op" has the name of the Deployment at objects:1, which is in another namespace/],
    ['two objects with one name', [deploymentOf(), ...['a', 'b'].map((namespace) => ({ ...config, metadata: { name: 'settings', namespace } }))], /ConfigMap "settings" has the name of the one at objects:2, which is in another/],
    ['a Deployment of an old API', [{ ...deploymentOf(), apiVersion: 'extensions/v1beta1' }], /Deployment "op" has the apiVersion extensions\/v1beta1, which Kubernetes does not serve since 1\.16; change it to apps\/v1/],
    ['a Deployment without containers', [{ ...deploymentOf(), spec: {} }], /Deployment "op" has no containers/],
    ['a CRD without a kind', [deploymentOf(), crdOf('Thing', [{ name: 'v1' }], { names: { plural: 'things' } })],
      /^objects: objects:2:1: CustomResourceDefinition "things\.example\.com" has no kind; set spec\.names\.kind to that of its custom resources$/],
    ['a CRD whose version has no name', [deploymentOf(), crdOf('Thing', [{ name: '' }])], /^objects: objects:2:1: CustomResourceDefinition "things\.example\.com" has a version without a name; set/],
    ['a CRD whose name has no group', [deploymentOf(), crdOf('Thing', [{ name: 'v1' }], {}, { name: 'things' })], /^objects: objects:2:1: CustomResourceDefinition "things" must have a name of its plural, a dot and its group/],
    ['a base that requires a CRD without a kind', [deploymentOf(), baseOf({ customresourcedefinitions: { required: [{ name: 'as.example.com', version: 'v1' }] } })],
      /^objects: objects:2:1: in the base ClusterServiceVersion "sample\.v0\.0\.0", an entry of spec\.customresourcedefinitions\.required must have kind, each a non-empty string; correct it there$/],
    ['a base with an install mode without a type', [deploymentOf(), baseOf({ installModes: [{ supported: true }] })], /^objects: objects:2:1: in the base ClusterServiceVersion "sample\.v0\.0\.0", an install mode must have type/],
    ['a webhook whose Service gets a long name', [
      deploymentOf({ name: 'a'.repeat(56) }), serviceOf('webhooks', [{ port: 443 }]), webhookOf('Validating', 'v.example.com', { service: { name: 'webhooks' } }),
    ], /OLM creates the Service "a{56}-service" for the Deployment "a{56}", whose name must have at most 63 characters, got 64; rename the Deployment/],
    ['two webhooks of one kind with one name', [
      deploymentOf(), serviceOf('webhooks', [{ port: 443 }]), webhookOf('Mutating', 'v.example.com', { service: { name: 'webhooks' } }), webhookOf('Validating', 'v.example.com', { service: { name: 'webhooks' } }),
      { ...webhookOf('Validating', 'v.example.com', { service: { name: 'webhooks', path: '/second' } }), metadata: { name: 'second' } },
    ], /^objects: objects:5:1: another webhook of its kind has the name "v\.example\.com", too, and OLM would replace it with this one; rename one of them$/],
    ['a webhook with a short name', [deploymentOf(), serviceOf('webhooks', [{ port: 443 }]), webhookOf('Validating', 'v', { service: { name: 'webhooks' } })], /the name "v" of a webhook must have at least 3 parts/],
  ])('with %s', (_, objects, message) => {
    expect(errorOf(() => bundleOfObjects(objects))).toMatch(message);
  });

  it('reports all problems with their lines', () => {
    const text = `${JSON.stringify({ ...deploymentOf(), spec: {} })}\n---\n\n${JSON.stringify(config)}\n---\n${JSON.stringify({ ...config, data: {} })}\n`;
    expect(errorOf(() => ofText(text))).toMatch(/^input\.yaml: 2 problems\n  input\.yaml:6:1: ConfigMap .*\n  input\.yaml:1:1: Deployment /);
  });

  it.each([
    ['kustomization.yaml', /is a kustomization, whose files are not what is applied; run `kustomize build .* \| olm-constructs bundle create -`/],
    ['Chart.yaml', /is a Helm chart, whose files are not what is applied; run `helm template .* \| olm-constructs bundle create -`/],
  ])('in a folder with %s', (name, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
    writeFileSync(join(folder, name), 'resources: []\n');
    writeFileSync(join(folder, 'deployment.yaml'), JSON.stringify(deploymentOf()));
    expect(errorOf(() => Bundle.fromManifests(ManifestSource.fromPath(folder), OPTIONS))).toMatch(message);
  });

  it('at a path that does not exist, or of values that are no objects', () => {
    expect(errorOf(() => Bundle.fromManifests(ManifestSource.fromPath('missing'), OPTIONS))).toBe('missing: file or folder not found; check the path');
    expect(errorOf(() => Bundle.fromManifests(ManifestSource.fromObjects([{ kind: 'Deployment' }], 'mine'), OPTIONS))).toBe('mine: object 1 is not a Kubernetes object: it must have apiVersion and kind');
  });
});

describe('options that cannot become a bundle', () => {
  it('are errors with a line for each fault', () => {
    expect(errorOf(() => Bundle.fromManifests(ManifestSource.fromObjects([], 'mine'), {} as BundleGenerationOptions))).toBe('mine: 2 problems\n'
      + '  packageName in options of Bundle.fromManifests is required: set it to a string (name of the package)\n'
      + '  version in options of Bundle.fromManifests is required: set it to a string (version of the operator)');
    expect(errorOf(() => Bundle.fromPath('mine', { maxFiles: 'a', maxFileBytes: 'b' } as unknown as BundleReadOptions))).toMatch(/^mine: 2 problems\n {2}max\w+ in options.*\n {2}max\w+ in options.*$/);
    const file = join(mkdtempSync(join(tmpdir(), 'bad-config-')), 'bundle.yaml');
    writeFileSync(file, 'apiVersion: olm-constructs/v1\nkind: BundleConfig\nchannels: 1\nstrict: 2\n');
    expect(errorOf(() => Bundle.fromConfig(file))).toMatch(/: 2 problems\n {2}strict .*\n {2}channels .*$/);
  });

  it.each<[string, object, RegExp]>([
    ['a version', { version: '1.0' }, /version must be a semantic version such as 1\.2\.0, got "1\.0"/],
    ['a missing version', { version: undefined }, /version in options of Bundle\.fromManifests/],
    ['a package', { packageName: 'My Operator' }, /packageName must consist of lowercase letters/],
    ['a name that is too long', { packageName: 'a'.repeat(60) }, /the name "a{60}\.v1\.0\.0" of the ClusterServiceVersion must have at most 63 characters, got 67, because .*; set name, or shorten packageName or version/],
    ['a version with build metadata', { version: '1.0.0+build' }, /of the ClusterServiceVersion must consist of lowercase letters, digits, "-" and "\."/],
    ['channels', { channels: [] }, /channels must have at least one channel/],
    ['a channel', { channels: ['a,b'] }, /a channel must have letters, .*got "a,b"/],
    ['a channel twice', { channels: ['a', 'a'] }, /channel "a" is listed twice/],
    ['itself as the replaced one', { replaces: 'sample.v1.0.0' }, /replaces must be an earlier ClusterServiceVersion, got "sample\.v1\.0\.0", which is this one/],
    ['itself as a skipped one', { skips: ['sample.v1.0.0'] }, /skips must not have "sample\.v1\.0\.0"/],
    ['a range', { skipRange: '1.x.y' }, /skipRange must be a range such as ">=1\.0\.0 <1\.2\.0"/],
    ['a version of Kubernetes', { minKubeVersion: '1.28' }, /minKubeVersion must have three numbers such as 1\.28\.0/],
    ['a time', { createdAt: 'yesterday' }, /createdAt must be a time such as 2026-01-31T12:00:00Z, got "yesterday"/],
    ['an architecture', { architectures: ['AMD 64'] }, /an architecture must be a name such as amd64/],
    ['two descriptions', { description: 'a', descriptionFile: 'b' }, /description and descriptionFile are both set/],
    ['a description that is not there', { descriptionFile: 'missing.md' }, /missing\.md: .*not/],
    ['an icon of another kind', { icon: 'icon.bmp' }, /icon must be a file with the extension \.svg, \.png, \.jpg, \.jpeg, \.gif/],
    ['an icon with another content', { icon: join(mkdtempSync(join(tmpdir(), 'icon-')), 'missing.png') }, /missing\.png: .*not/],
    ['an image to replace', { images: { 'example.com/other:1': 'example.com/op:2' } }, /images: 'example\.com\/other:1' is not an image of the manifests; images of containers: 'example\.com\/op:1'/],
    ['an image that replaces', { images: { 'example.com/op:1': 'not an image' } }, /images must have image references as values/],
    ['a dependency', { dependencies: [{ type: 'olm.package', value: { packageName: 'a' } }] }, /dependencies: the value of type olm\.package must have version/],
    ['an annotation', { annotations: { 'olm.properties': '{' } }, /^objects: [^:]*olm\.properties/],
    ['a base', { base: 'missing.yaml' }, /base: missing\.yaml: file or folder not found/],
    ['an unknown option', { defaultChanel: 'a' }, /unknown option 'defaultChanel'|defaultChanel/],
  ])('%s', (_, options, message) => {
    expect(errorOf(() => bundleOfObjects([deploymentOf()], options))).toMatch(message);
  });

  it('an icon whose content is another one', () => {
    const icon = join(mkdtempSync(join(tmpdir(), 'icon-')), 'icon.png');
    writeFileSync(icon, 'GIF89a');
    expect(errorOf(() => bundleOfObjects([deploymentOf()], { icon }))).toContain('the content of the icon is not image/png; correct the extension or the file');
  });

  it('a base that is another object', () => {
    const base = join(mkdtempSync(join(tmpdir(), 'base-')), 'base.yaml');
    writeFileSync(base, JSON.stringify(config));
    expect(errorOf(() => bundleOfObjects([deploymentOf()], { base }))).toContain('base must be a file with one ClusterServiceVersion, got 0');
  });
});

describe('what is left out or not resolved', () => {
  const hook = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate', annotations: { 'helm.sh/hook': 'pre-upgrade' } } };
  const cluster = (kind: string, apiVersion: string, name = 'a'): PlainObject => ({ apiVersion, kind, metadata: { name } });

  it.each<[string, PlainObject | readonly PlainObject[], GenerationNoteCode, RegExp]>([
    ['a hook of Helm', hook, GenerationNoteCode.HELM_HOOK, /Job "migrate" is a hook of Helm \(pre-upgrade\), and left out/],
    ['a StatefulSet', cluster('StatefulSet', 'apps/v1'), GenerationNoteCode.UNSUPPORTED_KIND, /let the operator create it, or make it a Deployment/],
    ['a kind beside the operator', cluster('Ingress', 'networking.k8s.io/v1'), GenerationNoteCode.UNSUPPORTED_KIND, /create it beside the operator/],
    ['a kind of another group', cluster('Service', 'serving.knative.dev/v1'), GenerationNoteCode.UNSUPPORTED_KIND, /\(serving\.knative\.dev\/v1\) is left out/],
    ['an API service', cluster('APIService', 'apiregistration.k8s.io/v1'), GenerationNoteCode.UNSUPPORTED_KIND, /list the API in apiservicedefinitions of a base/],
    ['the version of another package', cluster('ClusterServiceVersion', 'operators.coreos.com/v1alpha1', 'other.v1.0.0'), GenerationNoteCode.UNSUPPORTED_KIND, /name the base/],
    ['a certificate', { ...cluster('Certificate', 'cert-manager.io/v1'), spec: { secretName: 'a', dnsNames: ['metrics.ops.svc'] } }, GenerationNoteCode.CERT_MANAGER, /does not install objects of cert-manager; create it beside/],
    ['a role without a binding', roleOf('ClusterRole', 'editor', ['things']), GenerationNoteCode.UNBOUND_ROLE, /if the operator needs it, bind it, and if it is for users, accept this$/],
    ['a binding to a role that is not there', bindingOf('ClusterRoleBinding', { kind: 'ClusterRole', metadata: { name: 'cluster-admin' } }, ['op']), GenerationNoteCode.UNKNOWN_ROLE,
      /refers to the ClusterRole "cluster-admin", which is not among the manifests, so that the permissions of "op" lack its rules/],
    ['an aggregated role that matches nothing', ((role) => [role, bindingOf('ClusterRoleBinding', role, ['op'])])(roleOf('ClusterRole', 'manager', [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } })),
      GenerationNoteCode.UNKNOWN_ROLE, /gets its rules from other ClusterRoles by its aggregationRule, and none of the manifests matches/],
    ['an account without a Deployment', ((role) => [role, bindingOf('RoleBinding', role, ['ops/other'])])(roleOf('Role', 'reader', ['pods'])), GenerationNoteCode.UNMATCHED_SUBJECT, /names the service account "other" of namespace "ops"/],
    ['an object of another namespace', { ...config, metadata: { name: 'a', namespace: 'kube-system' } }, GenerationNoteCode.NAMESPACE, /is in the namespace "kube-system", and OLM creates it in the namespace of the operator/],
    ['an account with more than a name', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'op', annotations: { 'eks.amazonaws.com/role-arn': 'arn' } }, imagePullSecrets: [{ name: 'pull' }] },
      GenerationNoteCode.SERVICE_ACCOUNT, /without its annotation "eks\.amazonaws\.com\/role-arn", imagePullSecrets \(pull\)/],
    ['a CRD of an old API', { ...crdOf('Thing', []), apiVersion: 'apiextensions.k8s.io/v1beta1', spec: { group: 'example.com', version: 'v1', names: { kind: 'Thing', plural: 'things' } } }, GenerationNoteCode.CRD,
      /has the apiVersion apiextensions\.k8s\.io\/v1beta1, which Kubernetes does not serve since 1\.22/],
    ['an image without a value', deploymentOf({ name: 'second', container: { env: [{ name: 'RELATED_IMAGE_A', valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } }] } }), GenerationNoteCode.RELATED_IMAGE,
      /has the variable "RELATED_IMAGE_A", which gets its value when the pod starts, so the image is not in relatedImages/],
    ['annotations of a Deployment', deploymentOf({ name: 'second', metadata: { annotations: { 'example.com/reload': 'true' } } }), GenerationNoteCode.DEPLOYMENT, /loses its annotation "example\.com\/reload"/],
    ['labels that are not strings', deploymentOf({ name: 'second', labels: { app: true } }), GenerationNoteCode.FIELDS, /has values that YAML does not read as strings \(app: true\)/],
    ['labels that are maps', deploymentOf({ name: 'second', labels: { app: { a: 1 } } }), GenerationNoteCode.FIELDS, /has values that YAML does not read as strings \(app: \{"a":1\}\)/],
    ['numbers in data', { ...config, data: { a: 1, b: 2, c: 3n, d: 4, e: 5, f: 6, g: 'h' } }, GenerationNoteCode.FIELDS, /ConfigMap "settings" has values that YAML does not read as strings \(a: 1, b: 2, c: 3, d: 4, e: 5 and 1 more\), and that are/],
  ])('%s is noted, and an error with strict', (_, objects, code, message) => {
    const all = [deploymentOf(), ...Array.isArray(objects) ? objects as readonly PlainObject[] : [objects as PlainObject]];
    const notes = bundleOfObjects(all).generationNotes.filter(({ needsDecision }) => needsDecision);
    expect(notes).toMatchObject([{ code, message: expect.stringMatching(message) as string }]);
    expect(errorOf(() => bundleOfObjects(all, { strict: true }))).toMatch(message);
    expect(bundleOfObjects(all, { strict: true, accept: [code] }).generationNotes.filter(({ needsDecision }) => needsDecision)).toEqual([]);
  });

  it('has the place of the object', () => {
    const { generationNotes: [note] } = ofText(`${JSON.stringify(deploymentOf())}\n---\n${JSON.stringify(hook)}\n`);
    expect(note).toMatchObject({ code: 'helm-hook', file: 'input.yaml', line: 2, needsDecision: true });
  });

  it.each<[string, readonly PlainObject[], string]>([
    ['a test of a chart', [{ ...hook, metadata: { name: 'test', annotations: { 'helm.sh/hook': 'test' } } }], 'helm-hook: Job "test" is a test of the Helm chart, and left out'],
    ['a namespace', [cluster('Namespace', 'v1')], 'unsupported-kind: Namespace "a" is left out: OLM installs the operator in the namespace of the Subscription'],
    ['a kind of later releases', [cluster('NetworkPolicy', 'networking.k8s.io/v1')], 'unsupported-kind: NetworkPolicy "a" needs OLM v0.32.0 or later, which installs this kind'],
  ])('%s needs no decision', (_, objects, note) => {
    const bundle = bundleOfObjects([deploymentOf(), ...objects], { strict: true });
    expect(notesOf(bundle)).toContain(note);
  });

  it.each([
    'kubectl.kubernetes.io/last-applied-configuration', 'meta.helm.sh/release-name', 'helm.sh/resource-policy', 'config.kubernetes.io/origin',
    'internal.config.kubernetes.io/index', 'argocd.argoproj.io/sync-wave', 'kustomize.toolkit.fluxcd.io/prune',
  ])('an annotation of a tool needs no decision on any object that OLM creates: %s', (annotation) => {
    const metadata = { annotations: { [annotation]: '1' } };
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { ...metadata, name: 'op' } };
    expect(decisionsOf(bundleOfObjects([deploymentOf({ metadata }), account]))).toEqual([]);
  });

  it('documents that are no objects are skipped', () => {
    expect(decisionsOf(ofText(`replicas: 2\n---\n${JSON.stringify(deploymentOf())}`))).toEqual(['skipped: the document at input.yaml:1 is skipped: it is not a Kubernetes object; remove it']);
  });
});

describe('manifests that can become a bundle', () => {
  it('may be lists, in files and folders, and have the same object twice', () => {
    const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'all.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [deploymentOf(), config] }));
    writeFileSync(join(folder, 'more', 'again.json'), JSON.stringify([config]));
    const bundle = Bundle.fromManifests(ManifestSource.fromPath(folder), OPTIONS);
    expect(bundle.otherManifests.map(({ file }) => file)).toEqual(['manifests/settings_v1_configmap.yaml']);
    expect(bundle.source).toBe(folder);
  });

  it.each<[string, string, readonly string[]]>([
    ['null', 'apiVersion: v1\nkind: List\nitems: null\n', []],
    ['missing', 'apiVersion: v1\nkind: List\n', []],
    ['an empty list', 'apiVersion: v1\nkind: ConfigMapList\nmetadata: {}\nitems: []\n', []],
    ['null in a list of one kind', 'apiVersion: v1\nkind: ConfigMapList\nmetadata: {resourceVersion: ""}\nitems: null\n', []],
    ['null in a list in a list', 'apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: List, items: }]\n', []],
    ['null in an object whose kind ends with List', 'apiVersion: example.com/v1\nkind: AllowList\nmetadata: {name: a}\nitems:\n', ['unsupported-kind']],
    ['missing in such an object', 'apiVersion: example.com/v1\nkind: AllowList\nmetadata: {name: a}\n', ['unsupported-kind']],
  ])('may be a list whose items are %s', (_, list, codes) => {
    const bundle = ofText(`${JSON.stringify(deploymentOf())}\n---\n${list}`);
    expect(bundle.generationNotes.filter(({ needsDecision }) => needsDecision).map(({ code }) => code)).toEqual(codes);
  });

  it('may have templates that the operator renders', () => {
    const templates = { ...config, data: { 'values.tpl': '{{ .Values.size }}' } };
    const alert = deploymentOf({ container: { args: ['--message={{ $labels.pod }} is down'] } });
    expect(bundleOfObjects([alert, templates]).otherManifests.map(({ name }) => name)).toEqual(['settings']);
  });

  it('may have names that no file can have', () => {
    const bundle = bundleOfObjects([deploymentOf(), roleOf('ClusterRole', 'system:manager', ['pods'])], { accept: [GenerationNoteCode.UNBOUND_ROLE] });
    expect(bundle.otherManifests.map(({ file }) => file)).toEqual([expect.stringMatching(/^manifests\/system-manager-rbac\.authorization\.k8s\.io-v1-clusterrole-[0-9a-f]{8}\.yaml$/)]);
  });
});
