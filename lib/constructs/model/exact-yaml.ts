import { ApiObject, Yaml } from 'cdk8s';
import { ConstructError } from './construct-error';
import { goJson } from '../../formats/json/go-json';
import { isMap, sameJson } from '../../formats/json/json-value';
import { mapScalars } from '../../formats/json/map-scalars';
import { formatPath, type ValuePath } from '../../formats/json/source-position';
import { resolvePlain } from '../../formats/yaml/go-scalar';
import { readYaml } from '../../formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { quoted } from '../../text/phrases';

/** Characters that cdk8s writes without escapes, although Go's readers end lines at them or refuse them, and halves of surrogate pairs. */
const UNESCAPED = /[\x7f-\x9f\u2028\u2029\ufffe\uffff]|\p{Surrogate}/u;

/** Quick test for such characters. */
const SUSPECT = /[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]/;

/** Numbers of which some are known to Go's readers only, such as `0o17`, `0b+1` and `-_1`. */
const GO_NUMBER = /^[-+.\d].*(?:[oO_]|b[-+])/;

/** A block scalar that begins with a tab. */
const TAB_FIRST = /^\n*\t[^]*\n|^\n+\t/;

/** A key that cdk8s does not quote, and YAML reads as the mark of maps to merge. */
const MERGE_KEY = '<<';

const LIMITS = { maxDepth: 1000, maxNodes: 10_000_000, target: 'float' } as const;

/** Symbols by which the package yaml, which cdk8s writes with, recognizes a node. It writes an alias as what `toString` returns. */
const NODE_TYPE = Symbol.for('yaml.node.type');
const ALIAS = Symbol.for('yaml.alias');

/**
 * Returns a manifest that cdk8s writes as YAML that Go's tools read as the same object. Strings that cdk8s would write in another way are quoted and
 * escaped when it writes them; the manifest itself stays the same.
 *
 * @throws ConstructError if the manifest has a key that cdk8s cannot write
 */
export function exactYaml<Value>(object: ApiObject, manifest: Value): Value {
  if (!hasInexact(manifest)) {
    return manifest;
  }
  const key = inexactKey(manifest, []);
  if (key !== undefined) {
    throw new ConstructError(object, `cdk8s cannot write the key ${quoted(String(key.at(-1)))} of ${title(object, key)} as YAML that the API server reads; `
      + 'rename the key');
  }
  Object.defineProperty(manifest, 'toJSON', { value: () => withQuotedStrings(manifest), configurable: true });
  // Another version of yaml may not know the nodes.
  if (!isWritten(manifest as object)) {
    throw new ConstructError(object, `this version of cdk8s cannot write a string of ${title(object, [])} as YAML that the API server reads; `
      + 'write the manifests with ManifestTree or Fleet, or remove control characters and line separators');
  }
  return manifest;
}

function title({ kind, name }: ApiObject, path: ValuePath): string {
  return `${kind} '${name}'${path.length > 1 ? ` in ${formatPath(path.slice(0, -1))}` : ''}`;
}

/** Whether cdk8s may write a string as YAML that Go's tools read as another value, or refuse. */
function isInexact(text: string): boolean {
  return (SUSPECT.test(text) && UNESCAPED.test(text)) || TAB_FIRST.test(text) || (GO_NUMBER.test(text) && resolvePlain(text).kind !== 'string');
}

function hasInexact(value: unknown): boolean {
  if (typeof value === 'string') {
    return isInexact(value);
  }
  if (Array.isArray(value)) {
    return value.some(hasInexact);
  }
  return isMap(value) && Object.keys(value).some((key) => mayBeInexactKey(key) || hasInexact(value[key]));
}

function mayBeInexactKey(key: string): boolean {
  return key === MERGE_KEY || isInexact(key);
}

/** Whether cdk8s writes a value as YAML that Go's tools read as the same value. */
function isWritten(value: object): boolean {
  try {
    return sameJson(readYaml(Yaml.stringify(value), LIMITS).value, asRead(value));
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return false;
    }
    throw error;
  }
}

function inexactKey(value: unknown, path: ValuePath): ValuePath | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    const found = typeof step === 'string' && mayBeInexactKey(step) && !isWritten({ [step]: true }) ? [...path, step] : inexactKey(inner, [...path, step]);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Returns the value with nodes of yaml in place of inexact strings. */
function withQuotedStrings(value: unknown): unknown {
  return mapScalars(value, (scalar) => (typeof scalar === 'string' && isInexact(scalar) ? escapedNode(scalar) : scalar));
}

/** Returns the value with floats, and without halves of surrogate pairs, which Go reads as U+FFFD. */
function asRead(value: unknown): unknown {
  return mapScalars(value, (scalar) => (
    typeof scalar === 'bigint' ? Number(scalar) : typeof scalar === 'string' ? scalar.replace(/\p{Surrogate}/gu, '\ufffd') : scalar
  ));
}

/** Characters that Go's JSON does not escape. */
const NOT_ESCAPED = /[\x7f-\x9f\ufffe\uffff]/g;

/** Returns a node that yaml writes as the string in double quotes. */
function escapedNode(text: string): object {
  const source = goJson(text).replace(NOT_ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { [NODE_TYPE]: ALIAS, toString: () => source, toJSON: () => text };
}
