import {
  ANY, BOOLEAN, type GoType, listOf, mapOf, OBJECT, OBJECT_META, opaque, type Scalar, STRING, struct, type StructType, TIME,
} from '../../formats/yaml/go-type';
import { clusterServiceVersion } from '../../olm/v0/crds/cluster-service-version';

type Schema = NonNullable<(typeof clusterServiceVersion)['versions'][number]['spec']>;

let type: StructType | undefined;

/**
 * Returns the Go type of a CSV, derived from the schema of its CRD.
 *
 * @see https://pkg.go.dev/github.com/operator-framework/api/pkg/operators/v1alpha1#ClusterServiceVersion
 */
export function csvType(): StructType {
  if (type === undefined) {
    const spec = new SchemaReader().read(clusterServiceVersion.versions[0]!.spec, []) as StructType;
    const fields = { ...spec.fields, version: { is: 'version' } as const, release: { is: 'release' } as const };
    type = struct({ ...OBJECT, spec: struct(fields) });
  }
  return type;
}

/** Fields that the schema describes less precisely than the Go type: the metadata of pods and of claims, and default values of any type. */
const METADATA = /^install\.spec\.deployments\.spec\.template\.metadata$|\.volumeClaimTemplate\.metadata$/;
const DEFAULT_VALUE = /Descriptors\.value$/;

/** Fields of embedded types, which the schema does not distinguish from others. */
const EMBEDDED = new RegExp([
  '(?:liveness|readiness|startup)Probe\\.(?:exec|grpc|httpGet|tcpSocket)$',
  '^webhookdefinitions\\.rules\\.(?:apiGroups|apiVersions|resources|scope)$',
  '\\.(?:configMapKeyRef|configMapRef|secretKeyRef|secretRef)\\.name$',
  '\\.volumes\\.(?!name$)[^.]+$',
  '\\.ephemeralContainers\\.(?!targetContainerName$)[^.]+$',
].join('|'));

/** Structs that Go writes even if they are empty, because they are not pointers, and optional fields without `omitempty`. */
const ALWAYS = new RegExp([
  'deployments\\.spec\\.strategy$',
  '\\.template\\.(?:metadata|spec)$',
  'ontainers\\.resources$',
  '\\.volumeClaimTemplate\\.metadata$',
  '\\.volumeClaimTemplate\\.spec\\.resources$',
  '\\.resourceFieldRef\\.divisor$',
  '\\.grpc\\.service$',
  '\\.projected\\.sources$',
  '\\.dataSource(?:Ref)?\\.apiGroup$',
].join('|'));

/** Required fields with `omitempty`. */
const NOT_ALWAYS = /(?:restartPolicyRules\.action|exitCodes\.operator|podCertificate\.(?:keyType|signerName))$/;

/** Fields that are pointers to scalars, so that a zero value differs from a missing one, and pointers without `omitempty`. */
const POINTERS = new RegExp(`\\.(?:${[
  'activeDeadlineSeconds', 'allowPrivilegeEscalation', 'apiGroup', 'automountServiceAccountToken', 'cachingMode', 'defaultMode', 'enableServiceLinks',
  'expirationSeconds', 'failurePolicy', 'fsGroup', 'fsGroupChangePolicy', 'gmsaCredentialSpec', 'gmsaCredentialSpecName', 'hostProcess', 'hostUsers',
  'hostnameOverride', 'initiatorName', 'localhostProfile', 'matchPolicy', 'maxExpirationSeconds', 'minDomains', 'mode', 'mountPropagation',
  'nodeAffinityPolicy', 'nodeTaintsPolicy', 'optional', 'podGroupName', 'preemptionPolicy', 'priority', 'privileged', 'procMount',
  'progressDeadlineSeconds', 'readOnlyRootFilesystem', 'recursiveReadOnly', 'reinvocationPolicy', 'replicas', 'resourceClaimName',
  'resourceClaimTemplateName', 'revisionHistoryLimit', 'runAsGroup', 'runAsNonRoot', 'runAsUser', 'runAsUserName', 'runtimeClassName',
  'seLinuxChangePolicy', 'setHostnameAsFQDN', 'shareProcessNamespace', 'sideEffects', 'stopSignal', 'storageClassName',
  'supplementalGroupsPolicy', 'terminationGracePeriodSeconds', 'tolerationSeconds', 'volumeAttributesClassName', 'volumeMode', 'webhookPath',
  'webhookdefinitions\\.timeoutSeconds', 'rules\\.scope', 'dnsConfig\\.options\\.value', 'hostPath\\.type', 'fc\\.lun', 'csi\\.(?:fsType|readOnly)',
  'azureDisk\\.(?:fsType|kind|readOnly)', 'clusterTrustBundle\\.(?:name|signerName)', 'grpc\\.service', 'dataSourceRef\\.namespace', '\\w*[cC]ontainers\\.restartPolicy',
  'deployments\\.spec\\.selector', 'scaleIO\\.secretRef',
].join('|')})$`);

class SchemaReader {
  readonly #known = new Map<Schema, GoType>();

  public read(schema: Schema, path: readonly string[]): GoType {
    const place = path.join('.');
    return EMBEDDED.test(place) ? opaque(this.#read(schema, path, place)) : this.#read(schema, path, place);
  }

  #read(schema: Schema, path: readonly string[], place: string): GoType {
    if (METADATA.test(place)) {
      return OBJECT_META;
    }
    if (DEFAULT_VALUE.test(place)) {
      return ANY;
    }
    const { fields, items, values } = schema;
    if (items !== undefined) {
      return listOf(this.#read(items, path, place));
    }
    if (values !== undefined) {
      return mapOf(this.#read(values, path, place));
    }
    if (fields === undefined) {
      return scalarOf(schema);
    }
    return this.#struct(schema, fields, path);
  }

  /** Derives a struct only once, even if it is used several times. */
  #struct(schema: Schema, fields: NonNullable<Schema['fields']>, path: readonly string[]): GoType {
    const known = this.#known.get(schema);
    if (known !== undefined) {
      return known;
    }
    const current = Object.entries(fields).filter(([, { until }]) => until === undefined);
    const made = struct(
      Object.fromEntries(current.map(([name, field]) => [name, this.read(field, [...path, name])])),
      current.filter(([name, field]) => isAlways([...path, name], field)).map(([name]) => name),
      current.filter(([name]) => POINTERS.test(placeOf([...path, name]))).map(([name]) => name),
    );
    this.#known.set(schema, made);
    return made;
  }
}

function isAlways(path: readonly string[], { required }: Schema): boolean {
  const place = placeOf(path);
  return ALWAYS.test(place) || (required === true && !NOT_ALWAYS.test(place));
}

function placeOf(path: readonly string[]): string {
  return `.${path.join('.')}`;
}

function scalarOf({ keywords }: Schema): GoType {
  if (keywords['x-kubernetes-int-or-string'] === true) {
    return { is: keywords['pattern'] === undefined ? 'int-or-string' : 'quantity' };
  }
  switch (keywords['type']) {
    case 'string':
      return keywords['format'] === 'date-time' ? TIME : STRING;
    case 'boolean':
      return BOOLEAN;
    case 'integer':
      return { is: keywords['format'] === 'int32' ? 'int32' : 'int64' } satisfies Scalar;
    default:
      return ANY;
  }
}
