import { createHash } from 'node:crypto';
import { parseImageReference } from '../../../bundle/oci/image-reference';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { readYaml } from '../../../formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../../formats/yaml/source-text';
import type { OlmImages } from '../settings/olm-settings';
import { printableMessage } from '../../../text/printable';

/** Limits far above any release of OLM: the largest has 150,000 values, 40 levels deep. */
const LIMITS = { maxDepth: 200, maxNodes: 2_000_000, target: 'object' } as const;

/** A file with YAML documents. */
export interface ManifestFile {
  /** Name of the file in errors. */
  readonly file: string;
  readonly content: string;
  /** Expected SHA-256 of the content, in hexadecimal digits. */
  readonly sha256?: string;
}

/**
 * Returns the objects in a file, in order. Empty documents are skipped.
 *
 * @throws if the checksum differs, the file is not YAML, or a document is not a Kubernetes object
 */
export function manifestDocuments({ file, content, sha256 }: ManifestFile): KubernetesManifest[] {
  if (sha256 !== undefined) {
    checkSum(file, content, sha256);
  }
  return splitDocuments(content).flatMap((document) => {
    const value = parse(file, document);
    if (value === undefined || value === null) {
      return [];
    }
    if (!isManifest(value)) {
      throw new Error(printableMessage(`${file}:${document.line}: this document is not a Kubernetes object: it must have apiVersion, kind and metadata.name`));
    }
    return [value];
  });
}

function checkSum(file: string, content: string, expected: string): void {
  if (!/^[0-9a-f]{64}$/i.test(expected)) {
    throw new Error(printableMessage(`${file}: the expected SHA-256 must be 64 hexadecimal digits: got "${expected}"`));
  }
  const actual = createHash('sha256').update(content, 'utf8').digest('hex');
  if (actual !== expected.toLowerCase()) {
    throw new Error(printableMessage(`${file}: its SHA-256 is ${actual}, expected ${expected}; the file was changed, or belongs to another release`));
  }
}

/** A YAML document, and the line of the file in which it starts, counted from 1. */
interface YamlDocument {
  content: string;
  readonly line: number;
}

function splitDocuments(content: string): YamlDocument[] {
  const found: YamlDocument[] = [{ content: '', line: 1 }];
  content.split('\n').forEach((line, index) => {
    if (/^---(\s|$)/.test(line)) {
      found.push({ content: '', line: index + 2 });
    } else {
      found[found.length - 1]!.content += `${line}\n`;
    }
  });
  return found;
}

function parse(file: string, { content, line }: YamlDocument): unknown {
  try {
    return readYaml(content, LIMITS).value;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      throw new Error(printableMessage(`${file}:${line + error.position.line - 1}: ${error.message}`), { cause: error });
    }
    throw error;
  }
}

function isManifest(value: unknown): value is KubernetesManifest {
  const { apiVersion, kind, metadata } = value as { [field: string]: unknown };
  const { name } = (metadata ?? {}) as { [field: string]: unknown };
  return typeof apiVersion === 'string' && typeof kind === 'string' && typeof name === 'string';
}

interface Container {
  readonly image?: string;
  readonly args?: readonly string[];
}

/** Returns the images in the manifests of a release, if present. */
export function manifestImages(catalogOperator: KubernetesManifest, defaultCatalog: KubernetesManifest | undefined): OlmImages {
  const { image, args = [] } = firstContainer(catalogOperator);
  const catalog = (defaultCatalog?.['spec'] as { image?: string } | undefined)?.image;
  return {
    ...present('olm', image),
    ...present('opm', flag(args, 'opmImage')),
    ...present('configMapServer', flag(args, 'configmapServerImage')),
    ...present('defaultCatalog', catalog),
  };
}

/** Returns the images anywhere in an object that do not match a condition. */
export function imagesUnless(object: KubernetesManifest, matches: (image: string) => boolean): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const image = imageIn(value);
      if (image !== undefined && !matches(image)) {
        found.add(image);
      }
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(visit);
    }
  };
  visit(object);
  return [...found];
}

/** Returns the image in a string or in the value of a flag: a reference with a registry, and a tag or digest. */
function imageIn(argument: string): string | undefined {
  const image = argument.replace(/^--?[\w-]+=/, '');
  const { domain = '', tag, digest } = parseImageReference(image) ?? {};
  return domain.includes('.') && (tag ?? digest) !== undefined ? image : undefined;
}

function firstContainer(deployment: KubernetesManifest): Container {
  const spec = deployment['spec'] as { template?: { spec?: { containers?: readonly Container[] } } } | undefined;
  return spec?.template?.spec?.containers?.[0] ?? {};
}

function flag(args: readonly string[], name: string): string | undefined {
  const prefix = new RegExp(`^--?${name}=`);
  return args.find((arg) => prefix.test(arg))?.replace(prefix, '');
}

function present<Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } {
  return value === undefined ? {} : { [name]: value } as { [key in Name]?: string };
}
