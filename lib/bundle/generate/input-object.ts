import { type JsonMap, mapField, stringField, stringMapField } from '../../formats/json/json-value';
import { quoted } from '../../text/phrases';
import type { ManifestObject } from '../../formats/manifests/read-manifests';
import type { Problems } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';

/** Annotations of tools, which nothing in the cluster reads on an object that OLM creates. */
const OF_TOOL = /^(kubectl\.kubernetes\.io|deployment\.kubernetes\.io|meta\.helm\.sh|helm\.sh|config\.kubernetes\.io|internal\.config\.kubernetes\.io|argocd\.argoproj\.io|kustomize\.toolkit\.fluxcd\.io)\//;

/** An object of the manifests that a bundle is made of. */
export interface InputObject {
  readonly content: JsonMap;
  readonly apiVersion: string;

  /** API group, or an empty string for the core group. */
  readonly group: string;

  /** Version in the group. */
  readonly version: string;
  readonly kind: string;

  /** Name, or an empty string if it has none. */
  readonly name: string;

  /** Namespace, or undefined if the manifest has none. */
  readonly namespace: string | undefined;
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };

  /** File, or another name of the source. */
  readonly file: string;
  readonly line: number;

  /** Kind and name for messages. */
  readonly text: string;
}

/** Returns an object with what identifies it. */
export function inputObject({ object, file, line }: ManifestObject): InputObject {
  const { apiVersion, kind } = object;
  const slash = apiVersion.indexOf('/');
  const metadata = mapField(object, 'metadata');
  const name = stringField(metadata, 'name') ?? '';
  const namespace = stringField(metadata, 'namespace') ?? '';
  return {
    content: object, apiVersion, kind, name, file, line,
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    namespace: namespace === '' ? undefined : namespace,
    labels: stringMapField(metadata, 'labels'),
    annotations: stringMapField(metadata, 'annotations'),
    text: `${kind} ${quoted(name)}`,
  };
}

/** Returns an object with other content, of the same kind. */
export function withContent({ apiVersion, kind, file, line }: InputObject, content: JsonMap): InputObject {
  return inputObject({ object: { ...content, apiVersion, kind }, file, line });
}

/** Adds a problem of an object, with its place. */
export function addFault(problems: Problems, { file, line }: InputObject, message: string): void {
  problems.add(BundleErrorCode.MANIFEST, message, file, { line, column: 1 });
}

/** Whether an object has a group and a kind. */
export function isOf(object: InputObject, group: string, ...kinds: readonly string[]): boolean {
  return object.group === group && kinds.includes(object.kind);
}

/** Returns an object as a manifest of a bundle: without its namespace, because OLM installs everything in the namespace of the operator. */
export function withoutNamespace({ content }: InputObject): JsonMap {
  const { namespace: _namespace, creationTimestamp: _created, ...metadata } = mapField(content, 'metadata');
  return { ...content, metadata };
}

/** Returns the names of annotations that are not those of a tool. */
export function ownAnnotations({ annotations }: InputObject): string[] {
  return Object.keys(annotations).filter((name) => !OF_TOOL.test(name));
}
