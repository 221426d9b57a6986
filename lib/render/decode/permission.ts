import { listOf, STRING, struct } from '../../yaml/go-type';

const RULE = struct(
  // In the order of the Go struct: names of roles have a hash of it.
  { verbs: listOf(STRING), apiGroups: listOf(STRING), resources: listOf(STRING), resourceNames: listOf(STRING), nonResourceURLs: listOf(STRING) },
  ['verbs'],
);

/** Permissions in a ClusterServiceVersion. */
export const PERMISSION = struct({ serviceAccountName: STRING, rules: listOf(RULE) }, ['serviceAccountName', 'rules']);
