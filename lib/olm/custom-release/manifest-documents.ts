import { createHash } from 'node:crypto';
import { readYaml } from '../../bundle/yaml/read-yaml';
import { YamlSyntaxError } from '../../bundle/yaml/yaml-syntax-error';
import type { KubernetesManifest } from '../kubernetes-manifest';

/** More than any release of OLM comes near to: the largest has 150,000 values, 40 deep. */
const LIMITS = { maxDepth: 200, maxNodes: 2_000_000, target: 'object' } as const;

/** A text of many YAML documents. */
export interface ManifestText {
  /** What it is called in errors. */
  readonly file: string;
  readonly text: string;
  /** What the SHA-256 of the text must be, in hexadecimal digits. */
  readonly sha256?: string;
}

/**
 * The objects in a text, in its order. Empty documents are passed over.
 *
 * @throws when the text has another checksum, is no YAML, or holds something that is no Kubernetes object
 */
export function manifestDocuments({ file, text, sha256 }: ManifestText): KubernetesManifest[] {
  if (sha256 !== undefined) {
    checkSum(file, text, sha256);
  }
  return documents(text).flatMap(({ content, line }) => {
    const value = read(file, content, line);
    if (value === undefined || value === null) {
      return [];
    }
    if (!isManifest(value)) {
      throw new Error(`${file}:${line}: this is no Kubernetes object: it must have apiVersion, kind and metadata.name`);
    }
    return [value];
  });
}

function checkSum(file: string, text: string, expected: string): void {
  if (!/^[0-9a-f]{64}$/i.test(expected)) {
    throw new Error(`${file}: the expected SHA-256 must be 64 hexadecimal digits, got "${expected}"`);
  }
  const actual = createHash('sha256').update(text, 'utf8').digest('hex');
  if (actual !== expected.toLowerCase()) {
    throw new Error(`${file}: its SHA-256 is ${actual}, expected ${expected}; it was changed, or belongs to another release`);
  }
}

/** The documents of a text, each with the line, from 1, in which it begins. */
function documents(text: string): { content: string; line: number }[] {
  const found = [{ content: '', line: 1 }];
  text.split('\n').forEach((line, index) => {
    if (/^---(\s|$)/.test(line)) {
      found.push({ content: '', line: index + 2 });
    } else {
      found[found.length - 1]!.content += `${line}\n`;
    }
  });
  return found;
}

function read(file: string, content: string, line: number): unknown {
  try {
    return readYaml(content, LIMITS).value;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      throw new Error(`${file}:${line + error.position.line - 1}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

function isManifest(value: unknown): value is KubernetesManifest {
  const { apiVersion, kind, metadata } = value as { [field: string]: unknown };
  const { name } = (metadata ?? {}) as { [field: string]: unknown };
  return typeof apiVersion === 'string' && typeof kind === 'string' && typeof name === 'string';
}
