import type { Bundle } from '../../../lib/bundle';
import { Catalog } from '../../../lib/catalog';
import { field, mapListField } from '../../../lib/formats/json/json-value';
import { OperatorLockFile } from '../../../lib/resolve';
import { bundleOf, crdOf, podOf } from '../../builders/bundle-of';

/** Rules of a role. */
export type SampleRules = readonly {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources: readonly string[];
}[];

/** A version of the operator `cache`. */
export interface SampleVersion {
  readonly version: string;
  readonly fields?: { readonly [name: string]: object };
  readonly permissions?: SampleRules;
  readonly clusterPermissions?: SampleRules;
  readonly account?: string;

  /** Channel in which it replaces no other version. @default - a channel in which it replaces the version before */
  readonly channel?: string;
  readonly files?: { readonly [path: string]: object };
}

const accountOf = (rules: SampleRules, account: string): object[] => (
  rules.length === 0 ? [] : [{ serviceAccountName: account, rules: rules.map((rule) => ({ apiGroups: [''], ...rule })) }]
);

function bundle(sample: SampleVersion, replaces?: string): Bundle {
  const { version, fields = {}, permissions = [], clusterPermissions = [], account = 'cache', channel, files = {} } = sample;
  return bundleOf({
    package: 'cache', version, ...(channel === undefined ? {} : { channels: channel }), ...(replaces === undefined || channel !== undefined ? {} : { replaces: `cache.v${replaces}` }),
    spec: {
      installModes: ['OwnNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
      customresourcedefinitions: { owned: [{ name: 'caches.example.test', version: 'v1', kind: 'Cache' }] },
      install: { strategy: 'deployment', spec: {
        deployments: [{ name: 'cache', spec: podOf('example.test/cache:1') }],
        permissions: accountOf(permissions, account), clusterPermissions: accountOf(clusterPermissions, account),
      } },
    },
    files: { 'manifests/crd.yaml': crdOf('Cache', { type: 'object', properties: { spec: { type: 'object', properties: fields } } }), ...files },
  });
}

/** A catalog with the operator `cache`, of which each version replaces the one before. */
export function cacheCatalog(...versions: readonly SampleVersion[]): Catalog {
  return Catalog.fromBundles(versions.map((version, index) => bundle(version, versions[index - 1]?.version)));
}

/** A lock of `cache` in namespace `demo`, with waivers as a list in YAML's flow style. */
export function cacheLock(version: string, waivers = '[]'): OperatorLockFile {
  return OperatorLockFile.fromString(`lockVersion: 1
catalogs:
- {name: hub, namespace: olm}
operators:
- {namespace: demo, package: cache, version: ${version}, csv: cache.v${version}, channel: stable, catalog: hub, catalogNamespace: olm, subscription: cache, waivers: ${waivers}}
`);
}

/** Returns the catalog with one version that is only an image, without manifests. */
export function withoutManifests(catalog: Catalog, version: string): Catalog {
  return Catalog.fromString(catalog._blobs.map((blob): object => (field(blob, 'name') !== `cache.v${version}` ? blob : {
    ...blob, image: 'example.test/cache:1', properties: mapListField(blob, 'properties').filter((property) => field(property, 'type') !== 'olm.bundle.object'),
  })).map((blob) => JSON.stringify(blob)).join('\n'));
}
