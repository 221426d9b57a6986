import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Bundle } from '../../lib/bundle/bundle';
import { readLimits } from '../../lib/bundle/files/read-options';
import { exactJson } from '../../lib/formats/json/exact-json';

/** Properties of a test bundle; by default those of a small, valid bundle. */
export interface BundleFacts {
  readonly package?: string;
  readonly name?: string;
  readonly version?: string;
  readonly release?: string;
  readonly channels?: string;
  readonly defaultChannel?: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
  /** Annotations to add to the CSV. */
  readonly annotations?: { readonly [key: string]: string };
  /** Labels of the CSV. */
  readonly labels?: { readonly [key: string]: string };
  /** Fields to add to the spec of the CSV. */
  readonly spec?: { readonly [key: string]: unknown };
  /** Additional files by path, such as `manifests/x.yaml`. */
  readonly files?: { readonly [path: string]: unknown };
}

const PREFIX = 'operators.operatorframework.io.bundle.';

/** Returns a bundle with the properties, read from its files as from a folder. */
export function bundleOf(facts: BundleFacts = {}): Bundle {
  const contents = Object.entries(filesOf(facts)).sort(([left], [right]) => (left < right ? -1 : 1));
  const files = new Map(contents.map(([path, content]) => [path, Buffer.from(exactJson(content))]));
  return Bundle._ofFiles('bundle', { files, folders: new Set(['manifests', 'metadata']), nested: [] }, readLimits());
}

/** Writes the files of such a bundle into a folder. */
export function writeBundleOf(folder: string, facts: BundleFacts = {}): void {
  for (const [path, content] of Object.entries(filesOf(facts))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), exactJson(content));
  }
}

function filesOf(facts: BundleFacts): { [path: string]: unknown } {
  return {
    'manifests/csv.yaml': csvOf(facts),
    'metadata/annotations.yaml': {
      annotations: {
        [`${PREFIX}mediatype.v1`]: 'registry+v1',
        [`${PREFIX}manifests.v1`]: 'manifests/',
        [`${PREFIX}metadata.v1`]: 'metadata/',
        [`${PREFIX}package.v1`]: facts.package ?? 'demo',
        [`${PREFIX}channels.v1`]: facts.channels ?? 'stable',
        ...(facts.defaultChannel === undefined ? {} : { [`${PREFIX}channel.default.v1`]: facts.defaultChannel }),
      },
    },
    ...facts.files,
  };
}

function csvOf(facts: BundleFacts): object {
  const version = facts.version ?? '1.0.0';
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      name: facts.name ?? `${facts.package ?? 'demo'}.v${version}`,
      ...(facts.labels === undefined ? {} : { labels: facts.labels }),
      annotations: { ...facts.annotations, ...(facts.skipRange === undefined ? {} : { 'olm.skipRange': facts.skipRange }) },
    },
    spec: {
      displayName: 'Demo',
      version,
      ...(facts.release === undefined ? {} : { release: facts.release }),
      ...(facts.replaces === undefined ? {} : { replaces: facts.replaces }),
      ...(facts.skips === undefined ? {} : { skips: facts.skips }),
      install: { strategy: 'deployment', spec: { deployments: [{ name: 'demo', spec: podOf('example.test/demo:1') }] } },
      installModes: [{ type: 'AllNamespaces', supported: true }],
      ...facts.spec,
    },
  };
}

/** Returns the spec of a Deployment with one container. */
export function podOf(image: string): object {
  return {
    selector: { matchLabels: { app: 'demo' } },
    template: { metadata: { labels: { app: 'demo' } }, spec: { containers: [{ name: 'demo', image }] } },
  };
}

/** Returns a CRD of the group example.test; all versions have the same schema. */
export function crdOf(kind: string, schema: object = { type: 'object' }, versions: readonly string[] = ['v1']): object {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.test` },
    spec: {
      group: 'example.test',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      scope: 'Namespaced',
      versions: versions.map((name, index) => ({ name, served: true, storage: index === 0, schema: { openAPIV3Schema: schema } })),
    },
  };
}
