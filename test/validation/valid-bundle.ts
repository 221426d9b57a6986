import type { BundleFiles } from '../../lib/bundle/files/bundle-files';
import { compareUtf8 } from '../../lib/formats/json/go-json';
import { readLimits } from '../../lib/bundle/files/read-options';
import { viewOfFiles } from '../../lib/validation/views/bundle-view-of';
import type { BundleViewOptions } from '../../lib/validation/model/bundle-view';
import type { ValidationSuite } from '../../lib/validation/model/suite';
import { SUITES } from '../../lib/validation/suites/definitions';
import { ToolViews } from '../../lib/validation/views/tool-views';

export const CSV = 'manifests/demo.clusterserviceversion.yaml';
export const CRD = 'manifests/memcacheds.example.test.yaml';
export const ANNOTATIONS = 'metadata/annotations.yaml';
export const DEPENDENCIES = 'metadata/dependencies.yaml';

const DIGEST = `sha256:${'a'.repeat(64)}`;
export const IMAGE = `example.test/demo@${DIGEST}`;

/**
 * Changes to an object, in order: new values by their paths, with `/` between steps. `+` appends an item to a list, which is created if
 * missing; undefined removes a value.
 */
export interface Edits {
  readonly [path: string]: unknown;
}

function csv(): object {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      name: 'demo.v1.2.3',
      namespace: 'placeholder',
      annotations: { 'capabilities': 'Basic Install', 'categories': 'Database, Monitoring', 'olm.skipRange': '>=1.0.0 <1.2.3' },
    },
    spec: {
      displayName: 'Demo',
      version: '1.2.3',
      replaces: 'demo.v1.2.2',
      skips: ['demo.v1.2.1'],
      minKubeVersion: '1.20.0',
      provider: { name: 'Example' },
      maintainers: [{ name: 'Ann', email: 'ann@example.test' }],
      links: [{ name: 'Home', url: 'https://example.test' }],
      icon: [{ base64data: 'aGk=', mediatype: 'image/png' }],
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: type === 'AllNamespaces' })),
      customresourcedefinitions: { owned: [{ name: 'memcacheds.example.test', version: 'v1', kind: 'Memcached', description: 'A cache.' }] },
      relatedImages: [{ name: 'demo', image: IMAGE }],
      webhookdefinitions: [validWebhook('ValidatingAdmissionWebhook')],
      install: {
        strategy: 'deployment',
        spec: { deployments: [validDeployment()], permissions: [permission()], clusterPermissions: [permission()] },
      },
    },
  };
}

/** Returns a webhook that OLM v0 and v1 install. */
export function validWebhook(type: string, more: object = {}): object {
  return {
    type,
    generateName: 'demo.example.test',
    deploymentName: 'demo',
    containerPort: 443,
    rules: [{ apiGroups: ['example.test'], resources: ['memcacheds'], operations: ['CREATE'], apiVersions: ['v1'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  };
}

/** Returns a deployment that complies with the restricted Pod Security Standard. */
export function validDeployment(): object {
  const container = {
    name: 'manager',
    image: IMAGE,
    resources: { requests: { cpu: '10m', memory: '64Mi' } },
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  };
  const nodeSelectorTerms = [{
    matchExpressions: [
      { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
      { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
    ],
  }];
  const spec = {
    serviceAccountName: 'demo',
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
    initContainers: [{ ...structuredClone(container), name: 'init' }],
    containers: [container],
  };
  const labels = { app: 'demo' };
  return { name: 'demo', spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } } };
}

function permission(): object {
  return { serviceAccountName: 'demo', rules: [{ apiGroups: ['example.test'], resources: ['memcacheds'], verbs: ['get'] }] };
}

/** Returns a CRD that API servers accept. */
export function validCrd(): object {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'memcacheds.example.test' },
    spec: {
      group: 'example.test',
      scope: 'Namespaced',
      names: { plural: 'memcacheds', kind: 'Memcached' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

const PREFIX = 'operators.operatorframework.io.bundle.';

function annotations(): object {
  return {
    annotations: {
      [`${PREFIX}mediatype.v1`]: 'registry+v1',
      [`${PREFIX}manifests.v1`]: 'manifests/',
      [`${PREFIX}metadata.v1`]: 'metadata/',
      [`${PREFIX}package.v1`]: 'demo',
      [`${PREFIX}channels.v1`]: 'stable,stable-v1',
      [`${PREFIX}channel.default.v1`]: 'stable',
    },
  };
}

/** A change to the valid bundle: edits of its files, or whole files, as strings or as values; null removes a file. */
export interface Change {
  readonly csv?: Edits;
  readonly crd?: Edits;
  readonly annotations?: Edits;
  readonly files?: { readonly [path: string]: unknown };
}

/** Returns the objects of the valid bundle, by file. */
export function validObjects(): { readonly [path: string]: object } {
  return { [CSV]: csv(), [CRD]: validCrd(), [ANNOTATIONS]: annotations() };
}

/** Applies edits to an object, and returns it. */
export function edited(object: object, edits: Edits): object {
  for (const [path, value] of Object.entries(edits)) {
    const steps = path.split('/');
    const last = steps.pop()!;
    const holder = steps.reduce((inner, step) => (inner[step] ??= {}) as Holder, object as Holder);
    if (last === '+') {
      (holder as unknown as unknown[]).push(value);
    } else if (value === undefined) {
      delete holder[last];
    } else {
      holder[last] = value;
    }
  }
  return object;
}

interface Holder {
  [step: string]: unknown;
}

/** Returns the valid bundle, in which no rule finds anything, with a change. */
export function changedBundle({ csv: csvEdits = {}, crd: crdEdits = {}, annotations: annotationEdits = {}, files = {} }: Change): BundleFiles {
  const parts = validObjects();
  edited(parts[CSV]!, csvEdits);
  edited(parts[CRD]!, crdEdits);
  edited(parts[ANNOTATIONS]!, Object.fromEntries(Object.entries(annotationEdits).map(([key, value]) => [`annotations/${key}`, value])));
  const contents = Object.entries<unknown>({ ...parts, ...files }).filter(([, content]) => content !== null);
  contents.sort(([left], [right]) => compareUtf8(left, right));
  const paths = contents.map(([path]) => path);
  return {
    files: new Map(contents.filter(([path]) => path.split('/').length === 2).map(([path, content]) => (
      [path, Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))]
    ))),
    folders: new Set(paths.flatMap((path) => path.split('/').slice(0, -1).map((_, index, folders) => folders.slice(0, index + 1).join('/')))),
    nested: paths.filter((path) => path.split('/').length > 2),
  };
}

/** A finding of a rule. */
export interface Found {
  readonly id: string;
  readonly severity: string;
  readonly message: string;
  readonly file: string | undefined;
  readonly path: string | undefined;
}

/** Returns the findings of a suite in a bundle. */
export function findingsIn(suite: ValidationSuite, files: BundleFiles, options: BundleViewOptions = {}): Found[] {
  const definition = SUITES.find((each) => each.suite === suite)!;
  const views = new ToolViews(viewOfFiles(files, [], readLimits(), options));
  return [...definition.run(views)].map(({ rule, fault }) => ({
    id: rule.id,
    severity: fault.severity ?? rule.severity,
    message: fault.message,
    file: fault.file,
    path: fault.path?.join('.'),
  }));
}
