import { Operator, OperatorVersion } from './operators';

export const GROUP = 'platform.example.com';

/** Returns the image of an operator, or of a part of it. */
function image(name: string, version: string): string {
  return `registry.example.com/operators/${name}:${version}`;
}

/** Returns the images that a version runs. */
export function imagesOf({ name }: Operator, { version, images = [] }: OperatorVersion): { name: string; image: string }[] {
  return [name, ...images].map(each => ({ name: each, image: image(each, version) }));
}

/** Returns the ClusterServiceVersion of a version. */
export function csvOf(operator: Operator, { version, images, rules = [], webhook, ...others }: OperatorVersion): object {
  const { name } = operator;
  const containers = imagesOf(operator, { version, ...(images === undefined ? {} : { images }) });
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `${name}.v${version}` },
    spec: {
      displayName: name,
      version,
      installModes: [{ type: 'AllNamespaces', supported: true }],
      ...(others.fields === undefined ? {} : { customresourcedefinitions: { owned: [{ name: crdName(operator.kind!), version: 'v1', kind: operator.kind }] } }),
      ...(webhook === undefined ? {} : {
        webhookdefinitions: [{
          type: 'ValidatingAdmissionWebhook', generateName: webhook, deploymentName: name, containerPort: 443, admissionReviewVersions: ['v1'], sideEffects: 'None',
        }],
      }),
      install: {
        strategy: 'deployment',
        spec: {
          ...(rules.length === 0 ? {} : { clusterPermissions: [{ serviceAccountName: name, rules }] }),
          deployments: [{
            name,
            spec: {
              selector: { matchLabels: { app: name } },
              template: { metadata: { labels: { app: name } }, spec: { serviceAccountName: name, containers } },
            },
          }],
        },
      },
    },
  };
}

/** Returns the CustomResourceDefinition of a version. */
export function crdOf(kind: string, fields: { readonly [name: string]: string }): object {
  const singular = kind.toLowerCase();
  const properties = Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }]));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: crdName(kind) },
    spec: {
      group: GROUP,
      names: { kind, singular, plural: `${singular}s`, listKind: `${kind}List` },
      scope: 'Namespaced',
      versions: [{
        name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
      }],
    },
  };
}

function crdName(kind: string): string {
  return `${kind.toLowerCase()}s.${GROUP}`;
}
