import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import {
  changedIn, described, experimental, int32, keyedListOf, listOf, object, oneOf, required, type Schema, since, string, validated,
} from '../../../formats/schema/schema';
import { LabelSelector } from '../../v0/generated/kubernetes-types';
import { conditions, DNS_1123_LABEL, DNS_1123_SUBDOMAIN, immutable, matching, memberOf, needs, subdomain } from './validation-rules';

const OPERATOR = '(=||!=|>|<|>=|=>|<=|=<|~|~>|\\^)';
const PRERELEASE_AND_BUILD = '(-([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?(\\+([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?';

/** The misplaced brackets are from upstream: some of these patterns also accept a bracket after the number. */
const NUMBER = '(0|[1-9]\\d*|x|X|\\*)';
const NUMBER_BRACKET = '(0|[1-9]\\d*|x|X|\\*])';
const MAJOR_CLASS = '(0|[1-9]\\d*|[x|X|\\*])';

const first = `(v?${MAJOR_CLASS}(\\.${NUMBER_BRACKET})?(\\.${NUMBER})?${PRERELEASE_AND_BUILD})`;
const next = `(v?${NUMBER_BRACKET}(\\.${NUMBER})?(\\.${NUMBER_BRACKET})?${PRERELEASE_AND_BUILD})`;

/**
 * Rule of version ranges. It accepts more than the controller: an invalid version range that passes here makes the ClusterExtension fail.
 */
const versionExpression = matching(
  `^(\\s*${OPERATOR}\\s*${first}\\s*)((?:\\s+|,\\s*|\\s*\\|\\|\\s*)${OPERATOR}\\s*${next}\\s*)*$`,
  'invalid version expression',
);

const catalog = object('Filter for the bundles of all catalogs of the cluster.', {
  channels: listOf(
    validated([matching(DNS_1123_SUBDOMAIN, 'channels entries must be valid DNS1123 subdomains')], string(undefined, { maxLength: 253 })),
    'Channels to take bundles and upgrades from. By default, all channels of the package.',
    { maxItems: 256 },
  ),
  packageName: required(validated(
    [immutable('packageName is immutable'), subdomain('packageName')],
    string('Name of the package. It cannot change.', { maxLength: 253 }),
  )),
  selector: described('Label selector for the ClusterCatalogs to use. By default, all of them.', LabelSelector),
  upgradeConstraintPolicy: oneOf(
    ['CatalogProvided', 'SelfCertified'],
    'Which upgrades are allowed. `CatalogProvided` follows the upgrade graph of the channels; `SelfCertified` allows every change of version, also a downgrade.',
    { default: 'CatalogProvided' },
  ),
  version: validated([versionExpression], string(
    'Version to install, or a range of versions such as `>=1.2.0, <2.0.0`. By default, the newest version.',
    { maxLength: 64 },
  )),
});

const preflight = validated([needs('crdUpgradeSafety', 'preflight')], object('Settings of the checks before an installation or upgrade.', {
  crdUpgradeSafety: required(object('Check that a new version of a CRD is safe for existing objects.', {
    enforcement: required(oneOf(['None', 'Strict'], 'Whether an unsafe change of a CRD stops an upgrade (`Strict`) or is not checked (`None`).')),
  })),
}));

const INLINE = 'Values. For registry+v1 bundles: `watchNamespace` and `deploymentConfig`.';

const config = validated([memberOf('configType', 'Inline', 'inline', { spaced: false })], object('Configuration of the bundle.', {
  configType: required(oneOf(['Inline'], 'Where the values are. `Inline` is the only place.')),
  inline: changedIn('1.8.0', values(INLINE), values(INLINE, { minProperties: 1 })),
}));

function values(description: string, keywords = {}): Schema {
  return object(description, {}, { ...keywords, 'x-kubernetes-preserve-unknown-fields': true });
}

const ACCOUNT_NAME = 'Name of the ServiceAccount, in the namespace of the extension. It cannot change.';

const requiredAccount = required(object('ServiceAccount whose permissions are used to install and upgrade the extension.', {
  name: required(validated([immutable('name is immutable'), subdomain('name')], string(ACCOUNT_NAME, { maxLength: 253 }))),
}));

const ignoredAccount = object('Deprecated and ignored: the controller uses its own ServiceAccount.', {
  name: validated(
    [immutable('name is immutable once set but may be cleared'), subdomain('name')],
    string('Deprecated and ignored.', { maxLength: 253, minLength: 1 }),
  ),
}, { minProperties: 1 });

const spec = object('Package to install, and how.', {
  config: since('1.5.0', experimental(config, [{ until: '1.8.0' }, { since: '1.9.0' }])),
  install: validated([needs('preflight', 'install')], object('Settings of installations and upgrades.', { preflight })),
  namespace: required(validated(
    [immutable('namespace is immutable'), matching(DNS_1123_LABEL, 'namespace must be a valid DNS1123 label')],
    string('Namespace of the extension\'s own objects. It must exist, and cannot change.', { maxLength: 63 }),
  )),
  progressDeadlineMinutes: since('1.8.0', experimental(int32(
    'Minutes after which a rollout that does not complete has failed. By default, there is no deadline.',
    { maximum: 720, minimum: 10 },
  ))),
  serviceAccount: changedIn('1.11.0', requiredAccount, ignoredAccount),
  source: required(validated([memberOf('sourceType', 'Catalog', 'catalog')], object('Where the bundle comes from.', {
    catalog,
    sourceType: required(oneOf(['Catalog'], 'Type of the source. `Catalog` is the only one.')),
  }))),
});

const bundle = object('Bundle that is installed.', {
  name: required(validated([subdomain('packageName')], string('Name of the bundle, such as `example-operator.v1.2.3`.'))),
  release: since('1.9.0', experimental(validated(
    [matching(
      '^$|^(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*$',
      'release must be empty or consist of dot-separated identifiers (numeric without leading zeros, or alphanumeric)',
    )],
    string('Release of the version, if the same version was published several times.', { maxLength: 20 }),
  ))),
  version: required(validated(
    [matching(
      '^([0-9]+)(\\.[0-9]+)?(\\.[0-9]+)?(-([-0-9A-Za-z]+(\\.[-0-9A-Za-z]+)*))?(\\+([-0-9A-Za-z]+(-\\.[-0-9A-Za-z]+)*))?',
      'version must be well-formed semver',
    )],
    string('Version of the bundle.'),
  )),
});

const status = object('Observed state of the ClusterExtension.', {
  activeRevisions: since('1.8.0', experimental(keyedListOf(['name'], object('A revision that is installed or being rolled out.', {
    conditions: conditions('Conditions of the revision, until it has been rolled out.'),
    name: required(string('Name of the ClusterExtensionRevision or ClusterObjectSet.')),
  }), 'Revisions that are installed or being rolled out.'))),
  conditions: conditions('Conditions of the extension: `Installed`, `Progressing`, and four on deprecations.'),
  install: object('What is installed.', { bundle: required(bundle) }),
});

/** CRD of ClusterExtensions: packages that operator-controller installs and upgrades. */
export const clusterExtension: CrdSource = {
  kind: 'ClusterExtension',
  plural: 'clusterextensions',
  scope: 'Cluster',
  versions: [{
    name: 'v1',
    storage: true,
    description: 'ClusterExtension installs a package from a ClusterCatalog and keeps it up to date.',
    optionalMetadata: true,
    columns: [
      { name: 'Installed Bundle', type: 'string', jsonPath: '.status.install.bundle.name' },
      { name: 'Version', type: 'string', jsonPath: '.status.install.bundle.version' },
      { name: 'Installed', type: 'string', jsonPath: ".status.conditions[?(@.type=='Installed')].status" },
      { name: 'Progressing', type: 'string', jsonPath: ".status.conditions[?(@.type=='Progressing')].status" },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
    spec,
    status,
  }],
};
