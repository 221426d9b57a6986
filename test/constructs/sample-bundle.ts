import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bundle, InstallModeType } from 'olm-constructs';

/** What a test wants to say about a bundle; all else is the least that a bundle needs. */
export interface SampleBundleOptions {
  readonly package?: string;
  readonly version?: string;
  readonly channels?: string;
  readonly replaces?: string;
  readonly installModes?: readonly InstallModeType[];
  readonly description?: string;
  readonly icon?: string;
}

/** A bundle, read from a folder that is gone again afterwards. JSON is YAML, so the files are JSON. */
export function sampleBundle(options: SampleBundleOptions = {}): Bundle {
  const folder = mkdtempSync(join(tmpdir(), 'sample-bundle-'));
  try {
    for (const [path, content] of Object.entries(filesOf(options))) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), JSON.stringify(content));
    }
    return Bundle.fromDirectory(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function filesOf(options: SampleBundleOptions): { [path: string]: unknown } {
  const name = options.package ?? 'sample-operator';
  const version = options.version ?? '1.0.0';
  const channels = options.channels ?? 'stable';
  const prefix = 'operators.operatorframework.io.bundle';
  return {
    'metadata/annotations.yaml': {
      annotations: {
        [`${prefix}.mediatype.v1`]: 'registry+v1',
        [`${prefix}.manifests.v1`]: 'manifests/',
        [`${prefix}.metadata.v1`]: 'metadata/',
        [`${prefix}.package.v1`]: name,
        [`${prefix}.channels.v1`]: channels,
        [`${prefix}.channel.default.v1`]: channels.split(',')[0],
      },
    },
    'manifests/csv.yaml': csv(name, version, options),
    'manifests/crd.yaml': crd(name, options),
  };
}

function csv(name: string, version: string, options: SampleBundleOptions): object {
  const modes = options.installModes ?? Object.values(InstallModeType);
  const deployment = {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'operator', image: 'registry.example.com/operator:1' }] } },
  };
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `${name}.v${version}`, annotations: { 'alm-examples': '[]' } },
    spec: {
      displayName: `Operator ${name}`,
      version,
      ...(options.replaces === undefined ? {} : { replaces: options.replaces }),
      ...(options.icon === undefined ? {} : { icon: [{ base64data: options.icon, mediatype: 'image/png' }] }),
      installModes: Object.values(InstallModeType).map(type => ({ type, supported: modes.includes(type) })),
      install: { strategy: 'deployment', spec: { deployments: [{ name, spec: deployment }] } },
      customresourcedefinitions: { owned: [{ name: `things.${name}.example.com`, version: 'v1', kind: 'Thing' }] },
    },
  };
}

function crd(name: string, options: SampleBundleOptions): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${name}.example.com` },
    spec: {
      group: `${name}.example.com`,
      names: { kind: 'Thing', listKind: 'ThingList', plural: 'things', singular: 'thing' },
      scope: 'Namespaced',
      versions: [{
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            ...(options.description === undefined ? {} : { description: options.description }),
            properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } } },
          },
        },
      }],
    },
  };
}
