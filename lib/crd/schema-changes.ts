import { CrdRule, CrdVerdict } from './crd-change';
import type { CrdChange } from './crd-change';
import { innerPath, innerSchemas } from './crd-schema';
import { keywordChanges } from './keyword-changes';
import type { JsonMap } from '../json-value';

/** A change in a schema, before it is said in which version. */
export type SchemaChange = Omit<CrdChange, 'version' | 'servedBeside'> & { readonly path: string };

/** A change with the schemas in which it was found, without those below. */
export interface FoundChange {
  readonly change: SchemaChange;
  readonly before: JsonMap;
  readonly after: JsonMap;
}

/** How a schema changes, field by field from the top. Of a field that comes or goes with all below it, only itself is named. */
export function schemaChanges(before: JsonMap, after: JsonMap, path = ''): FoundChange[] {
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
  const message = path.endsWith(')') ? 'is gone' : 'is gone: the API server drops it from objects that are written';
  return { rule: CrdRule.FIELD_REMOVED, verdict: CrdVerdict.REFUSED, path, message };
}

function added(path: string): SchemaChange {
  return { rule: CrdRule.FIELD_ADDED, verdict: CrdVerdict.ALLOWED, path, message: 'is new' };
}
