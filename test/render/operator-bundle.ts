import { CertificateProvider, PlainManifests, type PlainManifestsOptions, RenderError, RenderErrorCode } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { bundleOf, crdOf, podOf } from '../builders/bundle-of';

/** Parts of an operator that a test chooses; by default it has one deployment and supports all install modes. */
export interface OperatorParts {
  readonly name?: string;
  readonly annotations?: { readonly [key: string]: string };
  readonly installModes?: readonly string[];
  readonly deployments?: readonly object[];
  readonly permissions?: readonly object[];
  readonly clusterPermissions?: readonly object[];
  readonly webhooks?: readonly object[];
  readonly spec?: { readonly [field: string]: unknown };
  readonly files?: { readonly [path: string]: unknown };
}

const MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];

/** Returns the bundle of an operator. */
export function operatorBundle(parts: OperatorParts = {}): Bundle {
  const { installModes = MODES, deployments = [deployment()], permissions, clusterPermissions, webhooks, spec, files, name, annotations } = parts;
  return bundleOf({
    ...(name === undefined ? {} : { name }),
    ...(annotations === undefined ? {} : { annotations }),
    spec: {
      installModes: MODES.map((type) => ({ type, supported: installModes.includes(type) })),
      install: { strategy: 'deployment', spec: { deployments, permissions, clusterPermissions } },
      ...(webhooks === undefined ? {} : { webhookdefinitions: webhooks }),
      ...spec,
    },
    ...(files === undefined ? {} : { files }),
  });
}

/** Returns a deployment, with changes to its pod. */
export function deployment(name = 'demo', pod: object = {}): object {
  const spec = podOf('example.test/demo:1') as { readonly template: { readonly spec: object } };
  return { name, spec: { ...spec, template: { ...spec.template, spec: { ...spec.template.spec, ...pod } } } };
}

/** Returns a validating webhook, with changes. */
export function webhook(changes: object = {}): object {
  return {
    type: 'ValidatingAdmissionWebhook',
    generateName: 'vthing.example.test',
    deploymentName: 'demo',
    containerPort: 443,
    targetPort: 9443,
    webhookPath: '/validate',
    sideEffects: 'None',
    failurePolicy: 'Fail',
    admissionReviewVersions: ['v1'],
    rules: [{ apiGroups: ['example.test'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['things'] }],
    ...changes,
  };
}

/** Parts of an operator that owns the CRD of things and converts it. */
export const CONVERTER: OperatorParts = {
  installModes: ['AllNamespaces'],
  webhooks: [webhook({ type: 'ConversionWebhook', generateName: 'cthing.example.test', webhookPath: '/convert', conversionCRDs: ['things.example.test'] })],
  spec: { customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] } },
  files: { 'manifests/things.yaml': crdOf('Thing') },
};

/** Returns the objects of an operator, in the namespace `operators` and with certificates from cert-manager. */
export function objectsOf(parts: OperatorParts = {}, options: Partial<PlainManifestsOptions> = {}): PlainObject[] {
  return PlainManifests.render(operatorBundle(parts), { installNamespace: 'operators', certificates: CertificateProvider.certManager(), ...options })
    .objects as unknown as PlainObject[];
}

interface ClientConfig {
  readonly service: { readonly port: number };
  readonly caBundle?: string;
}

/** A rendered object, with the fields of all kinds that tests look at. */
export interface PlainObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly annotations?: { readonly [key: string]: string } };
  readonly spec: {
    readonly revisionHistoryLimit: number;
    readonly replicas: number;
    readonly template: { readonly metadata: { readonly annotations: { readonly [key: string]: string } }; readonly spec: object };
    readonly ports: readonly { readonly port: number }[];
    readonly conversion: { readonly webhook: { readonly clientConfig: ClientConfig } };
    readonly commonName: string;
    readonly issuerRef: object;
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: object } }[];
  };
  readonly webhooks: readonly { readonly clientConfig: ClientConfig; readonly namespaceSelector?: object }[];
  readonly rules: readonly object[];
  readonly roleRef?: { readonly kind: string };
  readonly subjects: readonly { readonly name: string }[];
  readonly status?: object;
}

/** Returns the only object of a kind. */
export function only(objects: readonly PlainObject[], kind: string): PlainObject {
  const found = objects.filter((object) => object.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** Returns kind and name of each object. */
export function titles(objects: readonly PlainObject[]): string[] {
  return objects.map(({ kind, metadata: { name, namespace } }) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`);
}

/** Returns the problems for which an operator cannot be rendered: `code: message`, without the position in the generated files. */
export function problemsOf(parts: OperatorParts, options: Partial<PlainManifestsOptions> = {}): string[] {
  try {
    objectsOf(parts, options);
  } catch (error) {
    if (error instanceof RenderError) {
      expect(Object.values(RenderErrorCode)).toContain(error.code);
      return error.problems.map(({ code, message }) => `${code}: ${message}`);
    }
    throw error;
  }
  return [];
}
