import type { Files } from '../builders/bundle-files';
import { withFiles } from '../builders/bundle-files';
import type { BundleValidationOptions } from '../../../lib/bundle/validation/bundle-validation';
import { BundleValidation } from '../../../lib/bundle/validation/bundle-validation';
import type { ValidationReport } from '../../../lib/bundle/validation/report/validation-report';

export const CSV = 'manifests/demo.clusterserviceversion.yaml';
export const CRD = 'manifests/caches.example.com.yaml';
export const ANNOTATIONS = 'metadata/annotations.yaml';

/** A bundle in which the default suites find nothing. */
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

/** The files of the clean bundle with changes; null leaves one out. */
export function changed(changes: Files = {}): { [path: string]: string | Buffer } {
  const files = Object.entries({ ...CLEAN, ...changes }).filter(([, content]) => content !== null);
  return Object.fromEntries(files) as { [path: string]: string | Buffer };
}

/** A file of the clean bundle with one passage replaced. */
export function edited(path: string, passage: string, replacement: string): { [path: string]: string } {
  const text = CLEAN[path]!;
  if (!text.includes(passage)) {
    throw new Error(`${path} holds no ${passage}`);
  }
  return { [path]: text.replace(passage, replacement) };
}

/** Validates the clean bundle with changes, in a folder. The source is always `bundle`. */
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

/** What was found: rule, and place. */
export function found({ findings }: ValidationReport): string[] {
  return findings.map(({ ruleId, file, line, column }) => [ruleId, [file, line, column].filter((part) => part !== undefined).join(':')].filter(Boolean).join(' '));
}
