import type { JsonMap } from '../../json/json-value';
import { listOf, STRING, struct } from '../../yaml/go-type';
import { goValue } from '../../yaml/go-value';
import type { Permission } from '../model/operator';

const RULE = struct(
  { verbs: listOf(STRING), apiGroups: listOf(STRING), resources: listOf(STRING), resourceNames: listOf(STRING), nonResourceURLs: listOf(STRING) },
  ['verbs'],
);

const PERMISSION = struct({ serviceAccountName: STRING, rules: listOf(RULE) }, ['serviceAccountName', 'rules']);

/** Decodes a permission of a ClusterServiceVersion, with its fields in the order of the Go struct: names of roles contain a hash of it. */
export function permissionOf(decoded: JsonMap): Permission {
  const { serviceAccountName, rules } = goValue(decoded, PERMISSION) as Permission;
  return { serviceAccountName, rules: rules?.map(inOrder) ?? null };
}

function inOrder(rule: JsonMap): JsonMap {
  return Object.fromEntries(Object.keys(RULE.fields).filter((name) => Object.hasOwn(rule, name)).map((name) => [name, rule[name]]));
}
