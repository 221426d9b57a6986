/** A rule of a role. */
export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** One version of an operator. */
export interface OperatorVersion {
  readonly version: string;

  /** Fields in the spec of its custom resource, with their types. */
  readonly fields?: { readonly [name: string]: string };

  /** Images besides that of the operator itself. */
  readonly images?: readonly string[];

  /** Rights in the whole cluster. */
  readonly rules?: readonly Rule[];

  /** Package that it requires, with the range of versions. */
  readonly requires?: { readonly packageName: string; readonly versionRange: string };

  /** Name of its validating webhook. */
  readonly webhook?: string;
}

/** A fictional operator in two versions, of which the second replaces the first. */
export interface Operator {
  readonly name: string;

  /** Kind of its custom resource. */
  readonly kind?: string;

  /** Why its channel is deprecated. */
  readonly deprecation?: string;

  /** Whether the catalog has only metadata of the CSVs, and no manifests. */
  readonly isMetadataOnly?: boolean;

  readonly versions: readonly [OperatorVersion, OperatorVersion];
}

const READ_PODS: Rule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] };
const READ_NODES: Rule = { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] };
const READ_SECRETS: Rule = { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] };

/** The ten operators of the platform, and the one that an operator requires. */
export const OPERATORS: readonly Operator[] = [
  {
    name: 'backup-operator',
    kind: 'Backup',
    versions: [
      { version: '1.3.0', fields: { schedule: 'string' }, rules: [READ_PODS] },
      // Gains a forbidden right, which the lock accepts with a reason.
      { version: '1.4.0', fields: { schedule: 'string' }, rules: [READ_PODS, READ_SECRETS] },
    ],
  },
  {
    name: 'cache-operator',
    kind: 'Cache',
    versions: [
      { version: '2.1.0', fields: { size: 'string' }, requires: { packageName: 'sidecar-operator', versionRange: '>=0.8.0' } },
      // A new field is a safe change. The dependency also has to be upgraded.
      {
        version: '2.2.0', fields: { size: 'string', evictionPolicy: 'string' }, requires: { packageName: 'sidecar-operator', versionRange: '>=0.9.0' },
      },
    ],
  },
  { name: 'certificate-operator', versions: [{ version: '1.5.2' }, { version: '1.5.3' }] },
  {
    name: 'database-operator',
    kind: 'Database',
    versions: [
      { version: '3.0.4', fields: { replicas: 'integer', storageClass: 'string' } },
      // Without a field that objects may have set: unsafe, and accepted in the lock with a reason.
      { version: '3.1.0', fields: { replicas: 'integer' } },
    ],
  },
  {
    name: 'gateway-operator',
    versions: [
      { version: '0.9.0', webhook: 'routes.gateway.example.com' },
      { version: '0.10.0', webhook: 'routes.gateway.example.com', images: ['rate-limiter'] },
    ],
  },
  { name: 'identity-operator', versions: [{ version: '4.2.0' }, { version: '4.2.1' }] },
  { name: 'logging-operator', isMetadataOnly: true, versions: [{ version: '5.8.0' }, { version: '5.9.0' }] },
  {
    name: 'monitoring-operator',
    versions: [{ version: '0.70.0', rules: [READ_PODS] }, { version: '0.71.0', rules: [READ_PODS, READ_NODES] }],
  },
  { name: 'queue-operator', versions: [{ version: '2.3.1' }, { version: '2.4.0' }] },
  { name: 'search-operator', deprecation: 'ends in March; follow stable-2', versions: [{ version: '1.0.0' }, { version: '1.1.0' }] },
  { name: 'sidecar-operator', versions: [{ version: '0.8.1' }, { version: '0.9.0' }] },
];
