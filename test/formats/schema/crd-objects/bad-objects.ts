import { NOTHING, type Path } from './changed-at';

/** A change of an object that the API server refuses. */
export interface BadChange {
  readonly kind: string;
  readonly path: Path;
  readonly value: unknown;
  /** Value in the cluster; that of the good object if undefined. */
  readonly before: unknown;
  /** Expected problem. */
  readonly problems: readonly string[];
}

type Change = readonly [path: string, value: unknown, ...problems: string[]];

const HEX = 'a'.repeat(64);
const SUBDOMAIN = 'must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), start and end with an '
  + 'alphanumeric character, and be no longer than 253 characters';
const DOMAIN = 'must start with a valid domain. valid domains must be alphanumeric characters (lowercase and uppercase) separated by the "." character.';
const NAME = 'a valid name is required. valid names must contain lowercase alphanumeric characters separated only by the ".", "_", "__", "-" characters.';
const TAG = 'tag is invalid. valid tags must begin with a word character (alphanumeric + "_") followed by word characters or ".", and "-" characters';
const ALGORITHM = 'digest algorithm is not valid. valid algorithms must start with an uppercase or lowercase alpha character followed by alphanumeric characters '
  + 'and may contain the "-", "_", "+", and "." characters.';
const REF = 'spec.source.image.ref';
const FIELD_PATH = 'must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters separated by the "." character.';
const LABEL = 'the value must consist of only lowercase alphanumeric characters and hyphens, and must start and end with an alphanumeric character.';
const PATTERN = 'must match the pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$, got';

const CREATED: { readonly [kind: string]: readonly Change[] } = {
  ClusterCatalog: [
    ['metadata.name', 'A', 'metadata.name: must consist of lowercase letters, digits, "-" and ".", and each part must start and end with a letter or digit, got the string "A"'],
    ['metadata.name', NOTHING, 'metadata.name: is required'],
    ['metadata.labels', { 'a b': 'c' }, 'metadata.labels: must have valid keys; each must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit, got the string "a b"'],
    ['metadata.annotations', { 'a/b/c': '' }, 'metadata.annotations: must have valid keys; each must contain at most one slash, between a domain and a name, got the string "a/b/c"'],
    ['metadata.finalizers', ['-'], 'metadata.finalizers: must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit, got the string "-"'],
    ['metadata.ownerReferences', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: '' }], 'metadata.ownerReferences.uid: must be set'],
    ['metadata.label', {}, "metadata.label: is unknown; known fields: 15, and the nearest is 'labels'"],
    ['spec.priority', 2 ** 31, 'spec.priority: must fit into int32, got 2147483648', 'spec.priority: must be at most 2147483647, got 2147483648'],
    ['spec.availabilityMode', 'On', 'spec.availabilityMode: must be one of "Unavailable", "Available", got the string "On"'],
    ['spec.source.type', 'Git', 'spec.source.type: must be one of "Image", got the string "Git"'],
    ['spec.source.image', NOTHING, 'spec.source: image is required when source type is Image, and forbidden otherwise'],
    ['spec.source.image.pollIntervalMinutes', 0, 'spec.source.image.pollIntervalMinutes: must be at least 1, got 0', 'spec.source.image: cannot specify pollIntervalMinutes while using digest-based image'],
    ['spec.source.image.pollIntervalMinutes', 5, 'spec.source.image: cannot specify pollIntervalMinutes while using digest-based image'],
    [REF, 'a/b', `${REF}: must end with a digest or a tag`],
    [REF, '-a/b:c', `${REF}: ${DOMAIN}`],
    [REF, 'quay.io:c', `${REF}: ${NAME}`],
    [REF, 'a/b:-c', `${REF}: ${TAG}`],
    [REF, `a/b:${'c'.repeat(128)}`, `${REF}: tag is invalid. the tag must not be more than 127 characters`],
    [REF, `a/b@1:${HEX}`, `${REF}: ${ALGORITHM}`],
    [REF, 'a/b@sha256:abc', `${REF}: digest is not valid. the encoded string must be at least 32 characters`],
    [REF, `a/b@sha256:${'g'.repeat(64)}`, `${REF}: digest is not valid. the encoded string must only contain hex characters (A-F, a-f, 0-9)`],
    [REF, `a/b:${'c'.repeat(997)}`, `${REF}: must have at most 1000 characters, got 1001`],
  ],
  ClusterExtension: [
    ['spec.namespace', 'a.b', 'spec.namespace: namespace must be a valid DNS1123 label'],
    ['spec.namespace', 'a'.repeat(64), 'spec.namespace: must have at most 63 characters, got 64'],
    ['spec.namespace', NOTHING, 'spec.namespace: is required'],
    ['spec.serviceAccount', {}, 'spec.serviceAccount: must have at least 1 field, got 0'],
    ['spec.serviceAccount.name', 'A', `spec.serviceAccount.name: name ${SUBDOMAIN}`],
    ['spec.source.sourceType', 'Bundle', 'spec.source.sourceType: must be one of "Catalog", got the string "Bundle"'],
    ['spec.source.catalog', NOTHING, 'spec.source: catalog is required when sourceType is Catalog, and forbidden otherwise'],
    ['spec.source.catalog.packageName', 'a_b', `spec.source.catalog.packageName: packageName ${SUBDOMAIN}`],
    ['spec.source.catalog.version', 'newest', 'spec.source.catalog.version: invalid version expression'],
    ['spec.source.catalog.version', `1${'   1'.repeat(15)} !`, 'spec.source.catalog.version: invalid version expression'],
    ['spec.source.catalog.channels', ['a', 'B'], 'spec.source.catalog.channels[1]: channels entries must be valid DNS1123 subdomains'],
    ['spec.source.catalog.channels', Array.from({ length: 257 }, () => 'a'), 'spec.source.catalog.channels: must have at most 256 items, got 257'],
    ['spec.source.catalog.upgradeConstraintPolicy', 'Any', 'spec.source.catalog.upgradeConstraintPolicy: must be one of "CatalogProvided", "SelfCertified", got the string "Any"'],
    ['spec.source.catalog.selector.matchExpressions', [{ key: 'a' }], 'spec.source.catalog.selector.matchExpressions[0].operator: is required'],
    ['spec.install', {}, 'spec.install: at least one of [preflight] are required when install is specified'],
    ['spec.install.preflight', {}, 'spec.install.preflight.crdUpgradeSafety: is required'],
    ['spec.install.preflight.crdUpgradeSafety.enforcement', 'Off', 'spec.install.preflight.crdUpgradeSafety.enforcement: must be one of "None", "Strict", got the string "Off"'],
    ['spec.config.inline', NOTHING, 'spec.config: inline is required when configType is Inline, and forbidden otherwise'],
    ['spec.config.inline', {}, 'spec.config.inline: must have at least 1 field, got 0'],
    ['spec.progressDeadlineMinutes', 9, 'spec.progressDeadlineMinutes: must be at least 10, got 9'],
    ['spec.progressDeadlineMinutes', 721, 'spec.progressDeadlineMinutes: must be at most 720, got 721'],
    ['spec.version', '1.2.3', "spec.version: is unknown; known fields: 'config', 'install', 'namespace', 'progressDeadlineMinutes', 'serviceAccount', 'source'"],
  ],
  ClusterExtensionRevision: [
    ['spec.phases[1].name', 'Deploy', `spec.phases[1].name: ${LABEL.replace('start and end with', 'start with an alphabetic character and end with')}`],
    ['spec.phases[1].name', 'crds', 'spec.phases[1]: must not repeat name "crds"'],
    ['spec.lifecycleState', 'Paused', 'spec.lifecycleState: must be one of "Active", "Archived", got the string "Paused"'],
    ['spec.revision', 0, 'spec.revision: must be at least 1, got 0'],
  ],
  ClusterObjectSet: [
    ['spec.phases[1].name', 'Deploy', `spec.phases[1].name: ${LABEL}`],
    ['spec.phases[0].objects[0]', {}, 'spec.phases[0].objects[0]: exactly one of the fields in [object ref] must be set'],
    ['spec.phases[0].objects[0].object.kind', NOTHING, 'spec.phases[0].objects[0].object.kind: is required'],
    ['spec.phases[0].objects[0].object.metadata.name', 'a/b', "spec.phases[0].objects[0].object.metadata.name: must not contain '/'"],
    ['spec.phases[0].objects[1].ref.key', '', 'spec.phases[0].objects[1].ref.key: must not be empty'],
    ['spec.progressionProbes[0].assertions[0].conditionEqual', NOTHING, 'spec.progressionProbes[0].assertions[0]: conditionEqual is required when type is ConditionEqual, and forbidden otherwise'],
    ['spec.progressionProbes[0].assertions[1].fieldsEqual', NOTHING, 'spec.progressionProbes[0].assertions[1]: fieldsEqual is required when type is FieldsEqual, and forbidden otherwise'],
    ['spec.progressionProbes[0].assertions[2].fieldValue', NOTHING, 'spec.progressionProbes[0].assertions[2]: fieldValue is required when type is FieldValue, and forbidden otherwise'],
    ['spec.progressionProbes[0].assertions[2].fieldValue.fieldPath', '.a', `spec.progressionProbes[0].assertions[2].fieldValue.fieldPath: ${FIELD_PATH}`],
    ['spec.progressionProbes[0].selector.groupKind', NOTHING, 'spec.progressionProbes[0].selector: groupKind is required when type is GroupKind, and forbidden otherwise'],
    ['spec.progressionProbes[1].selector.label', NOTHING, 'spec.progressionProbes[1].selector: label is required when type is Label, and forbidden otherwise'],
    ['spec.progressionProbes[1].selector.label', {}, 'spec.progressionProbes[1].selector.label: exactly one of matchLabels or matchExpressions must be set'],
  ],
  Bundle: [
    ['spec.provisionerClassName', 'a.b', `spec.provisionerClassName: ${PATTERN} "a.b"`],
    ['spec.source.type', NOTHING, 'spec.source.type: is required'],
    ['spec.source.image', {}, 'spec.source.image.ref: is required'],
    ['spec.source.git', {}, 'spec.source.git.ref: is required', 'spec.source.git.repository: is required'],
    ['spec.source.configMaps', [{}], 'spec.source.configMaps[0].configMap: is required'],
    ['spec.source.upload', 'a', 'spec.source.upload: must be a map, got the string "a"'],
  ],
  BundleInstance: [
    ['spec.provisionerClassName', NOTHING, 'spec.provisionerClassName: is required'],
    ['spec.template.spec', NOTHING, 'spec.template.spec: is required'],
    ['spec.template.spec.source.git', {}, 'spec.template.spec.source.git.ref: is required', 'spec.template.spec.source.git.repository: is required'],
  ],
  BundleDeployment: [
    ['spec.installNamespace', 'a.b', `spec.installNamespace: ${PATTERN} "a.b"`],
    ['spec.installNamespace', 'a'.repeat(64), 'spec.installNamespace: must have at most 63 characters, got 64'],
    ['spec.provisionerClassName', 'A', `spec.provisionerClassName: ${PATTERN} "A"`],
    ['spec.source', NOTHING, 'spec.source: is required'],
    ['spec.source.http', {}, 'spec.source.http.url: is required'],
    ['spec.preflight.crdUpgradeSafety.disabled', 'yes', 'spec.preflight.crdUpgradeSafety.disabled: must be true or false, got the string "yes"'],
    ['spec.config', 'a: b', 'spec.config: must be a map, got the string "a: b"'],
  ],
};

/** Changes of existing objects, in the last release with the rule: path, value in the cluster (by default the good one), new value, problem. */
const UPDATED: { readonly [kind: string]: readonly (readonly [path: string, before: unknown, value: unknown, problem: string])[] } = {
  ClusterExtension: [
    ['spec.namespace', undefined, 'other', 'spec.namespace: namespace is immutable'],
    ['spec.serviceAccount.name', undefined, 'other', 'spec.serviceAccount.name: name is immutable'],
    ['spec.serviceAccount.name', undefined, 'other', 'spec.serviceAccount.name: name is immutable once set but may be cleared'],
    ['spec.source.catalog.packageName', undefined, 'other', 'spec.source.catalog.packageName: packageName is immutable'],
  ],
  ClusterExtensionRevision: [
    ['spec.revision', undefined, 2, 'spec.revision: revision is immutable'],
    ['spec.phases', undefined, [], 'spec.phases: phases is immutable'],
    ['spec.previous', undefined, [], 'spec.previous: previous is immutable'],
    ['spec.lifecycleState', 'Archived', 'Active', 'spec.lifecycleState: can not un-archive'],
    ['spec.lifecycleState', 'Archived', 'Active', 'spec.lifecycleState: cannot un-archive'],
  ],
  ClusterObjectSet: [
    ['spec.revision', undefined, 2, 'spec.revision: revision is immutable'],
    ['spec.collisionProtection', undefined, 'None', 'spec.collisionProtection: collisionProtection is immutable'],
    ['spec.phases[0].objects[0].object.data', undefined, { d: 'f' }, 'spec.phases: phases is immutable'],
    ['spec.lifecycleState', 'Archived', 'Active', 'spec.lifecycleState: cannot un-archive'],
  ],
};

/** Objects that the API server does not create. */
export const BAD_OBJECTS: readonly BadChange[] = Object.entries(CREATED).flatMap(([kind, changes]) => (
  changes.map(([path, value, ...problems]) => ({ kind, path: pathOf(path), value, before: undefined, problems }))
));

/** Changes of existing objects that the API server refuses. */
export const BAD_UPDATES: readonly BadChange[] = Object.entries(UPDATED).flatMap(([kind, changes]) => (
  changes.map(([path, before, value, problem]) => ({ kind, path: pathOf(path), value, before, problems: [problem] }))
));

function pathOf(path: string): Path {
  return path.split(/[.[\]]+/).filter(step => step !== '').map(step => (/^\d+$/.test(step) ? Number(step) : step));
}
