import { BundleValidation, type BundleValidationOptions } from '../../lib/validation/bundle-validation';
import type { ValidationReport } from '../../lib/validation/validation-report';
import { type Files, withFiles } from '../builders/bundle-files';

export const CSV = 'manifests/demo.clusterserviceversion.yaml';
export const CRD = 'manifests/caches.example.com.yaml';
export const ANNOTATIONS = 'metadata/annotations.yaml';

/** A bundle without findings of the default suites. */
const CLEAN: { readonly [path: string]: string } = {
  [CSV]: `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: demo.v1.2.3
  annotations:
    alm-examples: '[{"apiVersion": "example.com/v1", "kind": "Cache", "metadata": {"name": "sample"}}]'
spec:
  displayName: Demo
  version: 1.2.3
  minKubeVersion: 1.27.0
  installModes:
    - type: OwnNamespace
      supported: true
  customresourcedefinitions:
    owned:
      - name: caches.example.com
        version: v1
        kind: Cache
  install:
    strategy: deployment
    spec:
      deployments:
        - name: demo
          spec:
            replicas: 1
            selector: { matchLabels: { app: demo } }
            template:
              metadata: { labels: { app: demo } }
              spec: { containers: [{ name: manager, image: example.com/demo@sha256:${'a'.repeat(64)} }] }
`,
  [CRD]: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: caches.example.com
spec:
  group: example.com
  names:
    plural: caches
    singular: cache
    kind: Cache
    listKind: CacheList
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
`,
  [ANNOTATIONS]: `annotations:
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.package.v1: demo
  operators.operatorframework.io.bundle.channels.v1: stable
`,
};

/** Returns the files of the clean bundle with changes; null removes a file. */
export function changed(changes: Files = {}): { [path: string]: string | Buffer } {
  const files = Object.entries({ ...CLEAN, ...changes }).filter(([, content]) => content !== null);
  return Object.fromEntries(files) as { [path: string]: string | Buffer };
}

/** Returns a file of the clean bundle with one passage replaced. */
export function edited(path: string, passage: string, replacement: string): { [path: string]: string } {
  const content = CLEAN[path]!;
  if (!content.includes(passage)) {
    throw new Error(`${path} does not contain ${passage}`);
  }
  return { [path]: content.replace(passage, replacement) };
}

/** Validates the clean bundle with changes, in a folder. The source is always `.`. */
export function validated(changes: Files = {}, options?: BundleValidationOptions): ValidationReport {
  return withFiles(changed(changes), (folder) => {
    const previous = process.cwd();
    process.chdir(folder);
    try {
      return BundleValidation.ofDirectory('.', options);
    } finally {
      process.chdir(previous);
    }
  });
}

/** Returns findings as `rule file:line:column`. */
export function found({ findings }: ValidationReport): string[] {
  return findings.map(({ ruleId, file, line, column }) => [ruleId, [file, line, column].filter((part) => part !== undefined).join(':')].filter(Boolean).join(' '));
}
