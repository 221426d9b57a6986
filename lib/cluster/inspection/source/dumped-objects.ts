import { GroupKind } from './object-index';
import { isMap, JsonMap, mapField, stringField } from '../../../formats/json/json-value';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { readStream } from '../../../formats/yaml/stream';

const LIMITS = { maxDepth: 100, maxNodes: 20_000_000 } as const;

/** An object in a dump. */
export interface DumpedObject {
  readonly kind: GroupKind;
  readonly object: KubernetesObject;
}

/** Content of one file of a dump. */
export interface DumpedObjects {
  readonly objects: readonly DumpedObject[];

  /** Kinds of lists in the file, which may be empty. */
  readonly lists: readonly GroupKind[];

  /** Number of documents that are not Kubernetes objects. */
  readonly others: number;
}

/**
 * Reads objects in the formats of `kubectl get -o yaml` or `-o json`, `oc adm inspect` and manifests: single objects, lists, or several documents.
 *
 * @throws YamlSyntaxError if the file is neither YAML nor JSON
 */
export function dumpedObjects(text: string): DumpedObjects {
  const found: { objects: DumpedObject[]; lists: GroupKind[]; others: number } = { objects: [], lists: [], others: 0 };
  for (const document of documents(text)) {
    if (document !== undefined && document !== null) {
      collect(document, undefined, found);
    }
  }
  return found;
}

function* documents(text: string): Generator<unknown> {
  if (/^\s*[{[]/.test(text)) {
    try {
      yield JSON.parse(text);
      return;
    } catch {
      // Several objects, or YAML in flow style.
    }
  }
  for (const { value } of readStream(text, LIMITS)) {
    yield value;
  }
}

function collect(value: unknown, listed: GroupKind | undefined, found: { objects: DumpedObject[]; lists: GroupKind[]; others: number }): void {
  if (Array.isArray(value)) {
    value.forEach((item) => collect(item, listed, found));
    return;
  }
  const kind = isMap(value) ? kindOf(value) ?? listed : undefined;
  if (!isMap(value) || kind === undefined) {
    found.others += 1;
  } else if (kind.kind.endsWith('List') && Array.isArray(value['items'])) {
    // Items of a list lack their kind; a `kind: List` of kubectl has items of any kind.
    const ofItems = kind.kind === 'List' ? undefined : { group: kind.group, kind: kind.kind.slice(0, -'List'.length) };
    if (ofItems !== undefined) {
      found.lists.push(ofItems);
    }
    collect(value['items'], ofItems, found);
  } else if (stringField(mapField(value, 'metadata'), 'name') !== undefined) {
    found.objects.push({ kind, object: value as unknown as KubernetesObject });
  } else {
    found.others += 1;
  }
}

function kindOf(object: JsonMap): GroupKind | undefined {
  const [apiVersion, kind] = [stringField(object, 'apiVersion'), stringField(object, 'kind')];
  if (apiVersion === undefined || kind === undefined || kind === '') {
    return undefined;
  }
  const slash = apiVersion.indexOf('/');
  return { group: slash < 0 ? '' : apiVersion.slice(0, slash), kind };
}
