import { type JsonMap, sameJson } from '../../json/json-value';
import { type CrdChange, CrdChangeKind, CrdVerdict } from './crd-change';
import { innerPath, innerSchemas } from './crd-schema';
import { keywordChanges } from './keyword-changes';

/** A change in a schema, without its version. */
export type SchemaChange = Omit<CrdChange, 'version' | 'servedBeside'> & { readonly path: string };

/** A change with the schemas that directly contain it. */
export interface FoundChange {
  readonly change: SchemaChange;
  readonly before: JsonMap;
  readonly after: JsonMap;
}

/** Returns how a schema changes, field by field from the top. Fields inside an added or removed field are not listed. */
export function schemaChanges(before: JsonMap, after: JsonMap, path = ''): FoundChange[] {
  // Most of a schema does not change, and comparing it is faster than taking it apart.
  if (sameJson(before, after)) {
    return [];
  }
  const [old, current] = [innerSchemas(before), innerSchemas(after)];
  return [
    ...keywordChanges(before, after).map((change) => ({ change: { ...change, path }, before, after })),
    ...[...old].flatMap(([step, schema]) => {
      const inner = current.get(step);
      return inner === undefined
        ? [{ change: removed(innerPath(path, step)), before, after }]
        : schemaChanges(schema, inner, innerPath(path, step));
    }),
    ...[...current.keys()].filter((step) => !old.has(step)).map((step) => ({ change: added(innerPath(path, step)), before, after })),
  ];
}

function removed(path: string): SchemaChange {
  const message = path.endsWith(')') ? 'is removed' : 'is removed: the API server drops it from objects that are written';
  return { rule: CrdChangeKind.FIELD_REMOVED, verdict: CrdVerdict.REFUSED, path, message };
}

function added(path: string): SchemaChange {
  return { rule: CrdChangeKind.FIELD_ADDED, verdict: CrdVerdict.ALLOWED, path, message: 'is new' };
}
