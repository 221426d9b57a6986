import { field, stringField } from '../../../formats/json/json-value';
import { formatPath } from '../../../formats/json/source-position';
import { RBAC_GROUP } from '../../../formats/schema/api-groups';
import { labelErrors, subdomainErrors } from '../../../formats/schema/checks/kubernetes-names';
import { otherThanStrings } from '../../../formats/schema/string-values';
import { goDecode } from '../../../formats/yaml/go-decoder';
import { ANY, BOOLEAN, BYTES, type GoType, INT32, listOf, mapOf, OBJECT, STRING, struct } from '../../../formats/yaml/go-type';
import type { BundleObject } from '../../model/bundle-view';
import { FindingSeverity } from '../../model/finding';
import type { Rule } from '../../model/rule';

const STEPS = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/step.go';
const NAMES = 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/';
const { ERROR } = FindingSeverity;

const REFERENCE = struct({
  kind: STRING, namespace: STRING, name: STRING, uid: STRING, apiVersion: STRING, resourceVersion: STRING, fieldPath: STRING,
});
const RULE = struct({
  verbs: listOf(STRING), apiGroups: listOf(STRING), resources: listOf(STRING), resourceNames: listOf(STRING), nonResourceURLs: listOf(STRING),
});
const BINDING = struct({
  ...OBJECT,
  subjects: listOf(struct({ kind: STRING, apiGroup: STRING, name: STRING, namespace: STRING })),
  roleRef: struct({ apiGroup: STRING, kind: STRING, name: STRING }),
});
const PORT = struct({ name: STRING, protocol: STRING, appProtocol: STRING, port: INT32, targetPort: { is: 'int-or-string' }, nodePort: INT32 });

/** Go types of the objects that OLM decodes before it creates them; it leaves all others to the API server. */
const TYPES: ReadonlyMap<string, GoType> = new Map([
  ['/ConfigMap', struct({ ...OBJECT, data: mapOf(STRING), binaryData: mapOf(BYTES), immutable: BOOLEAN })],
  ['/Secret', struct({ ...OBJECT, data: mapOf(BYTES), stringData: mapOf(STRING), type: STRING, immutable: BOOLEAN })],
  ['/Service', struct({
    ...OBJECT,
    spec: struct({
      ports: listOf(PORT), selector: mapOf(STRING), type: STRING, clusterIP: STRING, clusterIPs: listOf(STRING), externalIPs: listOf(STRING),
      sessionAffinity: STRING, externalName: STRING, externalTrafficPolicy: STRING, healthCheckNodePort: INT32, publishNotReadyAddresses: BOOLEAN,
      ipFamilies: listOf(STRING), ipFamilyPolicy: STRING, internalTrafficPolicy: STRING, sessionAffinityConfig: ANY,
    }),
  })],
  ['/ServiceAccount', struct({
    ...OBJECT, secrets: listOf(REFERENCE), imagePullSecrets: listOf(struct({ name: STRING })), automountServiceAccountToken: BOOLEAN,
  })],
  [`${RBAC_GROUP}/Role`, struct({ ...OBJECT, rules: listOf(RULE) })],
  [`${RBAC_GROUP}/ClusterRole`, struct({ ...OBJECT, rules: listOf(RULE), aggregationRule: ANY })],
  [`${RBAC_GROUP}/RoleBinding`, BINDING],
  [`${RBAC_GROUP}/ClusterRoleBinding`, BINDING],
]);

/** Rules about the objects of a bundle other than its CSV and CRDs. */
export const MANIFEST_RULES: readonly Rule[] = [
  {
    id: 'olm-v0-object',
    severity: ERROR,
    summary: 'the values of each object that OLM decodes have the types of Kubernetes',
    remedy: 'correct the value; OLM v0 installs nothing of the bundle otherwise',
    source: STEPS,
    *check({ objects }) {
      for (const { file, group, kind, json } of objects) {
        const type = TYPES.get(`${group}/${kind}`);
        const faults = type === undefined ? [] : goDecode(json, type, 'json').faults;
        // The rule object-strings reports these, for objects of any kind.
        const strings = new Set(otherThanStrings(json).map((found) => formatPath(found.path)));
        yield* faults.filter(({ path }) => !strings.has(formatPath(path))).map(({ path, message }) => ({ message: `${formatPath(path)} ${message}`, file, path }));
      }
    },
  },
  {
    id: 'olm-v0-object-name',
    severity: ERROR,
    summary: 'each object has a name that the API server accepts',
    remedy: 'set metadata.name to lowercase letters, digits, dashes and, unless it is a Service, dots',
    source: NAMES,
    *check({ objects }) {
      for (const object of objects.filter(({ kind }) => !['', 'ClusterServiceVersion', 'CustomResourceDefinition'].includes(kind))) {
        for (const requirement of nameErrors(object)) {
          yield { message: `the name of the ${object.kind} must ${requirement}, got ${JSON.stringify(object.name)}`, file: object.file, path: ['metadata', 'name'] };
        }
      }
    },
  },
  {
    id: 'olm-v0-service-port',
    severity: ERROR,
    summary: 'each Service has a port, unless it is headless or for an external name',
    remedy: 'list a port in spec.ports',
    source: 'https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/core/validation/validation.go',
    *check({ objects }) {
      for (const { file, json } of objects.filter(({ group, kind }) => group === '' && kind === 'Service')) {
        const spec = field(json, 'spec');
        const ports = field(spec, 'ports');
        const isPortless = stringField(spec, 'clusterIP') === 'None' || stringField(spec, 'type') === 'ExternalName';
        if (!isPortless && !(Array.isArray(ports) && ports.length > 0)) {
          yield { message: 'the Service has no port', file, path: ['spec'] };
        }
      }
    },
  },
];

/** Returns the requirements that the name of an object does not meet. Those of roles and bindings must only be part of a URL. */
function nameErrors({ group, kind, name }: BundleObject): string[] {
  if (name === '') {
    return ['be set'];
  }
  if (group === RBAC_GROUP) {
    return /[/%]/.test(name) || name === '.' || name === '..' ? ['have neither "/" nor "%", and not be "." or ".."'] : [];
  }
  return group === '' && kind === 'Service' ? labelErrors(name) : subdomainErrors(name);
}
