import { Bundle, type BundleGenerationOptions, type GenerationNote, ManifestSource } from '../../../lib/bundle';

/** A Kubernetes object. */
export type PlainObject = { [key: string]: unknown };

/** Returns a Deployment of the operator. */
export function deploymentOf({ name = 'op', namespace, account = 'op', labels = { app: 'op' }, container = {}, pod = {}, metadata = {} }: {
  readonly name?: string; readonly namespace?: string | undefined; readonly account?: string | undefined; readonly labels?: object;
  readonly container?: object; readonly pod?: object; readonly metadata?: object;
} = {}): PlainObject {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...metadata },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { serviceAccountName: account, containers: [{ name: 'manager', image: 'example.com/op:1', ...container }], ...pod } },
    },
  };
}

/** Returns a Role or ClusterRole that may get some resources. */
export function roleOf(kind: 'Role' | 'ClusterRole', name: string, resources: readonly string[], more: object = {}, metadata: object = {}): PlainObject {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name, ...metadata }, rules: [{ apiGroups: [''], resources, verbs: ['get'] }], ...more };
}

/** Returns a binding of a role to service accounts, written as `name` or `namespace/name`. */
export function bindingOf(
  kind: 'RoleBinding' | 'ClusterRoleBinding', role: PlainObject | { readonly kind: string; readonly metadata: { readonly name: string } }, accounts: readonly string[], metadata: object = {},
): PlainObject {
  const { kind: roleKind, metadata: { name } } = role as { readonly kind: string; readonly metadata: { readonly name: string } };
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name: `${name}-binding`, ...metadata },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: roleKind, name },
    subjects: accounts.map((account) => {
      const [first = '', second] = account.split('/');
      return second === undefined ? { kind: 'ServiceAccount', name: first } : { kind: 'ServiceAccount', name: second, namespace: first };
    }),
  };
}

/** A version of a CRD. */
interface CrdVersion {
  readonly name: string;
  readonly served?: boolean;
  readonly schema?: object;
}

/** Returns a CRD of the group example.com. */
export function crdOf(kind: string, versions: readonly CrdVersion[], spec: object = {}, metadata: object = {}): PlainObject {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.example.com`, ...metadata },
    spec: {
      group: 'example.com', names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` }, scope: 'Namespaced',
      versions: versions.map(({ name, served = true, schema = { type: 'object' } }, index) => ({ name, served, storage: index === 0, schema: { openAPIV3Schema: schema } })),
      ...spec,
    },
  };
}

/** Returns a Service that selects the pods of the operator. */
export function serviceOf(name: string, ports: readonly object[], selector: object = { app: 'op' }): PlainObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { selector, ports } };
}

/** Returns a webhook configuration with one webhook. */
export function webhookOf(kind: 'Validating' | 'Mutating', name: string, clientConfig: object, more: object = {}): PlainObject {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1', kind: `${kind}WebhookConfiguration`, metadata: { name: `${kind.toLowerCase()}-webhooks` },
    webhooks: [{ name, admissionReviewVersions: ['v1'], sideEffects: 'None', clientConfig, rules: [{ apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['things'] }], ...more }],
  };
}

/** Makes a bundle of objects. */
export function bundleOfObjects(objects: readonly PlainObject[], options: Partial<BundleGenerationOptions> = {}): Bundle {
  return Bundle.fromManifests(ManifestSource.fromObjects([...objects]), { packageName: 'sample', version: '1.0.0', ...options });
}

/** Returns the notes of a bundle that need a decision, as `code: message`. */
export function decisionsOf({ generationNotes }: Bundle): string[] {
  return generationNotes.filter(({ needsDecision }) => needsDecision).map(noteText);
}

/** Returns all notes of a bundle, as `code: message`. */
export function notesOf({ generationNotes }: Bundle): string[] {
  return generationNotes.map(noteText);
}

function noteText({ code, message }: GenerationNote): string {
  return `${code}: ${message}`;
}
