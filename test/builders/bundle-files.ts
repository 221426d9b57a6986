import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files by path; null leaves a file of the sound bundle out. */
export interface Files {
  readonly [path: string]: string | Buffer | null;
}

export const CSV = 'manifests/demo.clusterserviceversion.yaml';
export const CRD = 'manifests/memcacheds.example.test.yaml';
export const SERVICE = 'manifests/service.yaml';
export const ANNOTATIONS = 'metadata/annotations.yaml';

const SOUND: Files = {
  [CSV]: `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: demo.v1.2.3
  annotations:
    olm.skipRange: '<1.2.3'
spec:
  displayName: Demo
  version: 1.2.3
  installModes:
    - type: OwnNamespace
      supported: true
    - type: AllNamespaces
      supported: false
  customresourcedefinitions:
    owned:
      - name: memcacheds.example.test
        version: v1
        kind: Memcached
  install:
    strategy: deployment
    spec:
      deployments:
        - name: demo
          spec: {}
  relatedImages:
    - name: memcached
      image: example.test/memcached:1
`,
  [CRD]: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: memcacheds.example.test
spec:
  group: example.test
`,
  [SERVICE]: `apiVersion: v1
kind: Service
metadata:
  name: demo-metrics
`,
  [ANNOTATIONS]: `annotations:
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.package.v1: demo
  operators.operatorframework.io.bundle.channels.v1: stable,beta
  operators.operatorframework.io.bundle.channel.default.v1: stable
`,
};

/** The files of a small, sound bundle, with changes. */
export function bundleFiles(changes: Files = {}): { [path: string]: string | Buffer } {
  const files: { [path: string]: string | Buffer } = {};
  for (const [path, content] of Object.entries({ ...SOUND, ...changes })) {
    if (content !== null) {
      files[path] = content;
    }
  }
  return files;
}

/** A file of the sound bundle with one passage replaced. */
export function edited(path: string, passage: string, replacement: string): Files {
  const text = SOUND[path] as string;
  if (!text.includes(passage)) {
    throw new Error(`${path} holds no ${passage}`);
  }
  return { [path]: text.replace(passage, replacement) };
}

/** Runs something with a temporary folder, which is gone afterwards. */
export function inFolder<Result>(run: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs something with a folder that holds files. */
export function withFiles<Result>(files: { readonly [path: string]: string | Buffer }, run: (folder: string) => Result): Result {
  return inFolder((folder) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return run(folder);
  });
}
