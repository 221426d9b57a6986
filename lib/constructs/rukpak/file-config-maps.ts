import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { ApiObject } from 'cdk8s';
import { SourceTarget } from './source-options';
import { ConstructError } from '../model/construct-error';
import { manifestObject } from '../model/manifest-object';
import { setOwn } from '../../formats/json/json-value';
import { hasLineSeparators } from '../../formats/yaml/go-syntax';

/** Maximum size of the values of a ConfigMap. */
const MAX_BYTES = 1024 * 1024;

/** Size up to which files share a ConfigMap: small enough for client-side apply, which also stores the object in an annotation. */
const SHARED_BYTES = 160 * 1024;

/** File names that are valid keys of a ConfigMap. */
const KEY = /^(?!\.\.?$|\.\.)[-._a-zA-Z0-9]{1,253}$/;

const HASH_LENGTH = 10;

/** Files of one folder of a bundle. */
interface Part {
  readonly path: string;
  readonly files: Map<string, Uint8Array>;
  bytes: number;
}

/** A ConfigMap, and the folder of the bundle that its files belong to. */
export interface FileConfigMap {
  readonly path: string;
  readonly object: ApiObject;
}

/**
 * Creates immutable ConfigMaps with the files of a bundle. A ConfigMap has files of one folder only.
 *
 * @param files content of the files, by path
 * @param tooLarge remedy if a file does not fit
 * @throws ConstructError when a file does not fit, or its name cannot be a key
 */
export function createConfigMaps(files: ReadonlyMap<string, Uint8Array>, tooLarge: string, target: SourceTarget): FileConfigMap[] {
  return partsOf(files, tooLarge, target).map(part => ({ path: part.path, object: createConfigMap(part, target) }));
}

function partsOf(files: ReadonlyMap<string, Uint8Array>, tooLarge: string, { scope }: SourceTarget): Part[] {
  const parts: Part[] = [];
  for (const [file, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { dir: path, base: key } = posix.parse(file);
    if (!KEY.test(key)) {
      throw new ConstructError(scope, `file '${file}' cannot be stored in a ConfigMap, because the name may contain only letters, digits, "-", "_" and "."; rename it`);
    }
    if (content.byteLength > MAX_BYTES) {
      throw new ConstructError(scope, `file '${file}' has ${content.byteLength} bytes, and a ConfigMap holds at most ${MAX_BYTES}; ${tooLarge}`);
    }
    const fitting = parts.find(part => part.path === path && part.bytes + content.byteLength <= SHARED_BYTES);
    const part = fitting ?? { path, files: new Map<string, Uint8Array>(), bytes: 0 };
    part.files.set(key, content);
    part.bytes += content.byteLength;
    if (fitting === undefined) {
      parts.push(part);
    }
  }
  return parts;
}

function createConfigMap({ path, files }: Part, { scope, systemNamespace, prefix, common }: SourceTarget): ApiObject {
  const data: { [key: string]: string } = {};
  const binaryData: { [key: string]: string } = {};
  for (const [key, content] of files) {
    const text = textOf(content);
    if (text === undefined) {
      setOwn(binaryData, key, Buffer.from(content).toString('base64'));
    } else {
      setOwn(data, key, text);
    }
  }
  const hash = createHash('sha256').update(JSON.stringify([path, data, binaryData])).digest('hex').slice(0, HASH_LENGTH);
  return manifestObject(scope, `Files-${hash}`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${prefix}-${hash}`, namespace: systemNamespace },
    immutable: true,
    ...(Object.keys(data).length === 0 ? {} : { data }),
    ...(Object.keys(binaryData).length === 0 ? {} : { binaryData }),
  }, common);
}

/** Returns a file as a UTF-8 string, or undefined if it is not UTF-8 or kubectl would change the string. */
function textOf(content: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return hasLineSeparators(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
