import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files by path; null omits a file of the valid bundle. */
export interface Files {
  readonly [path: string]: string | Buffer | null;
}

export const CSV = 'manifests/demo.clusterserviceversion.yaml';
export const CRD = 'manifests/memcacheds.example.test.yaml';
export const SERVICE = 'manifests/service.yaml';
export const ANNOTATIONS = 'metadata/annotations.yaml';

const VALID: Files = {
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

/** Returns the files of a small, valid bundle, with changes. */
export function bundleFiles(changes: Files = {}): { [path: string]: string | Buffer } {
  const files: { [path: string]: string | Buffer } = {};
  for (const [path, content] of Object.entries({ ...VALID, ...changes })) {
    if (content !== null) {
      files[path] = content;
    }
  }
  return files;
}

/** Returns a file of the valid bundle with one substring replaced. */
export function edited(path: string, search: string, replacement: string): Files {
  const content = VALID[path] as string;
  if (!content.includes(search)) {
    throw new Error(`${path} does not contain ${search}`);
  }
  return { [path]: content.replace(search, replacement) };
}

/** Calls a function with a temporary folder, and deletes the folder afterwards. */
export function inFolder<Result>(run: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Calls a function with a temporary folder that contains the files. */
export function withFiles<Result>(files: { readonly [path: string]: string | Buffer }, run: (folder: string) => Result): Result {
  return inFolder((folder) => {
    writeFiles(folder, files);
    return run(folder);
  });
}

/** Replaces files in a folder. To open a file for another content takes some file systems much longer than to make a new one. */
export function replaceFiles(folder: string, files: { readonly [path: string]: string | Buffer }): void {
  Object.keys(files).forEach((path) => rmSync(join(folder, path), { force: true }));
  writeFiles(folder, files);
}

/** Writes files to a folder, and makes their folders. */
export function writeFiles(folder: string, files: { readonly [path: string]: string | Buffer }): void {
  const paths = Object.keys(files);
  new Set(paths.map((path) => dirname(join(folder, path)))).forEach((parent) => mkdirSync(parent, { recursive: true }));
  paths.forEach((path) => writeFileSync(join(folder, path), files[path]!));
}
