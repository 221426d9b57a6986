import { describeType, field, isMap, stringField } from '../../formats/json/json-value';
import { nearestPosition } from '../../formats/json/source-position';
import { utf8Text } from '../../formats/json/utf8-text';
import { readStream, type StreamDocument } from '../../formats/yaml/stream';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { type BundleFiles, MANIFESTS } from '../files/bundle-files';
import type { ReadLimits } from '../files/read-options';
import type { Problems } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';
import { Manifest } from '../model/manifest';

const NO_OBJECT = 'remove the file if it is not a Kubernetes object';

/**
 * Reads the objects of a plain+v0 bundle: all documents of all files directly in manifests/, with the items of lists. Unlike in registry+v1 bundles,
 * every file must contain objects, regardless of its name.
 *
 * @see https://github.com/operator-framework/rukpak/blob/v0.24.0/docs/bundles/plain.md
 */
export function readObjects({ files, folders }: BundleFiles, limits: ReadLimits, problems: Problems): Manifest[] {
  for (const folder of folders) {
    if (folder.startsWith(`${MANIFESTS}/`)) {
      problems.add(BundleErrorCode.LAYOUT, `${MANIFESTS}/ of a plain+v0 bundle must not have subfolders; move the files of this one to ${MANIFESTS}/`, folder);
    }
  }
  const objects: Manifest[] = [];
  for (const [file, content] of files) {
    if (file.startsWith(`${MANIFESTS}/`)) {
      new ObjectFile(file, limits, problems, objects).read(content);
    }
  }
  refuseRepeated(objects, problems);
  if (objects.length === 0 && problems.list.length === 0) {
    problems.add(BundleErrorCode.LAYOUT, `${MANIFESTS}/ contains no object; a plain+v0 bundle must have at least one`, MANIFESTS);
  }
  return objects;
}

class ObjectFile {
  public constructor(
    private readonly file: string,
    private readonly limits: ReadLimits,
    private readonly problems: Problems,
    private readonly objects: Manifest[],
  ) {}

  public read(content: Buffer): void {
    const text = utf8Text(content);
    if (text === undefined) {
      this.problems.add(BundleErrorCode.SYNTAX, 'the file is not UTF-8; save it as UTF-8, or remove it if it is not a manifest', this.file);
      return;
    }
    try {
      const { maxYamlDepth: maxDepth, maxYamlNodes: maxNodes } = this.limits;
      for (const document of readStream(text, { maxDepth, maxNodes, target: 'object' })) {
        if (document.value !== undefined && document.value !== null) {
          this.#add(document.value, [], document);
        }
      }
    } catch (error) {
      if (!(error instanceof YamlSyntaxError)) {
        throw error;
      }
      this.problems.add(error.limit ? BundleErrorCode.LIMIT : BundleErrorCode.SYNTAX, error.message, this.file, error.position);
    }
  }

  #add(value: unknown, path: readonly (string | number)[], document: StreamDocument): void {
    const fault = (message: string, ...at: string[]): void => {
      const position = nearestPosition(document.locate, [...path, ...at]) ?? { line: document.line, column: 1 };
      this.problems.add(BundleErrorCode.MANIFEST, message, this.file, position);
    };
    if (!isMap(value)) {
      fault(`a manifest must be a map, the fields of a Kubernetes object, got ${describeType(value)}; ${NO_OBJECT}`);
      return;
    }
    const [apiVersion, kind] = [stringField(value, 'apiVersion') ?? '', stringField(value, 'kind') ?? ''];
    const items = field(value, 'items');
    if (kind.endsWith('List') && Array.isArray(items)) {
      items.forEach((item, index) => this.#add(item, [...path, 'items', index], document));
      return;
    }
    const faults = this.problems.list.length;
    if (apiVersion === '') {
      fault(`a manifest must have an apiVersion, got ${describeType(field(value, 'apiVersion'))}; ${NO_OBJECT}`, 'apiVersion');
    }
    if (kind === '') {
      fault(`a manifest must have a kind, got ${describeType(field(value, 'kind'))}; ${NO_OBJECT}`, 'kind');
    }
    if ((stringField(field(value, 'metadata'), 'name') ?? '') === '') {
      fault('a manifest must have a name; set metadata.name', 'metadata', 'name');
    }
    if (this.problems.list.length === faults) {
      this.objects.push(Manifest._of(this.file, value));
    }
  }
}

function refuseRepeated(objects: readonly Manifest[], problems: Problems): void {
  const known = new Map<string, Manifest>();
  for (const object of objects) {
    const { group, kind, name, file, content } = object;
    const key = JSON.stringify([group, kind, name, stringField(field(content, 'metadata'), 'namespace') ?? '']);
    const first = known.get(key);
    if (first !== undefined) {
      problems.add(BundleErrorCode.MANIFEST, `the ${kind} '${name}' is in ${first.file} too, and one would overwrite the other; remove one`, file);
    }
    known.set(key, first ?? object);
  }
}
