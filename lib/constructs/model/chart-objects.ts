import { ApiObject, Chart, DependencyGraph } from 'cdk8s';
import { IConstruct } from 'constructs';
import { field, mapField, stringField } from '../../formats/json/json-value';
import { hashedFileName, safeFileName } from '../../text/safe-file-name';
import { ConstructError } from './construct-error';

/** Returns the objects among constructs, in their order. */
export function apiObjectsIn(constructs: readonly IConstruct[]): ApiObject[] {
  return constructs.filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
}

/**
 * Returns the problem of an object that kubectl takes for a list of objects and applies item by item, as a sentence. Checks and policies compare the
 * objects of constructs, and would not see the items.
 */
export function listProblem(manifest: unknown): string | undefined {
  const items = field(manifest, 'items');
  return !Array.isArray(items) || items.length === 0 ? undefined : `${stringField(manifest, 'kind') ?? 'the object'} has the field items with ${items.length} `
    + `${items.length === 1 ? 'object' : 'objects'}, which checks and policies do not see; write each item as a document of its own, or create an object for each`;
}

/**
 * Refuses an object that is a list of objects.
 *
 * @param manifest the object as written
 * @throws ConstructError when it is one
 */
export function refuseList(object: ApiObject, manifest: unknown): void {
  const problem = listProblem(manifest);
  if (problem !== undefined) {
    throw new ConstructError(object, problem);
  }
}

/** Returns the objects of a chart, in the order in which to apply them. */
export function objectsOf(chart: Chart): ApiObject[] {
  return apiObjectsIn(new DependencyGraph(chart.node).topology()).filter(object => Chart.of(object) === chart);
}

/**
 * Returns what identifies an object for the API server, as written to the manifest: API group, kind, namespace and name. The namespace of an object
 * without one is an empty string.
 */
export function identityOf(object: ApiObject): readonly [group: string, kind: string, namespace: string, name: string] {
  const manifest: unknown = object.toJson();
  const metadata = mapField(manifest, 'metadata');
  return [
    (stringField(manifest, 'apiVersion') ?? '').split('/').slice(0, -1).join('/'), stringField(manifest, 'kind') ?? '',
    stringField(metadata, 'namespace') ?? '', stringField(metadata, 'name') ?? '',
  ];
}

/** Returns a file name for an object, without extension. Different objects may have the same, such as those of two groups without a dot. */
export function objectFileName(object: ApiObject): string {
  const [group, kind, namespace, name] = identityOf(object);
  return safeFileName(kind.toLowerCase(), ...(group.includes('.') ? [group] : []), ...(namespace === '' ? [] : [namespace]), name);
}

/** Returns a file name for an object that is distinct from those of all other objects. */
export function distinctObjectFileName(object: ApiObject): string {
  const [group, kind, namespace, name] = identityOf(object);
  return hashedFileName(kind, group, namespace, name);
}
