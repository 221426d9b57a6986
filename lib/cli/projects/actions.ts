/**
 * Actions of the workflows that projects get, which those of this repository use too: the commit, and the version that it is. A tag can be moved by
 * whoever controls the repository of an action, a commit cannot.
 */
export const PROJECT_ACTIONS = {
  'actions/checkout': { commit: '3d3c42e5aac5ba805825da76410c181273ba90b1', version: 'v7.0.1' },
  'actions/download-artifact': { commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c', version: 'v8.0.1' },
  'actions/setup-node': { commit: '820762786026740c76f36085b0efc47a31fe5020', version: 'v7.0.0' },
  'actions/upload-artifact': { commit: '043fb46d1a93c77aae656e7c1c64a875d1fc6a0a', version: 'v7.0.1' },
} as const;

/** Returns the value of `uses` of a step. */
export function action(name: keyof typeof PROJECT_ACTIONS): string {
  const { commit, version } = PROJECT_ACTIONS[name];
  return `${name}@${commit} # ${version}`;
}
