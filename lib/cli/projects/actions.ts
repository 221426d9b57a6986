/**
 * Actions of generated workflows: each at the commit of a version, as in the workflows of this repository. A tag can be moved by whoever controls the
 * repository of an action, a commit cannot.
 */
const ACTIONS = {
  'actions/checkout': '3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  'actions/download-artifact': '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
  'actions/setup-node': '820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  'actions/upload-artifact': '043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1',
} as const;

/** Returns the value of `uses` of a step. */
export function action(name: keyof typeof ACTIONS): string {
  return `${name}@${ACTIONS[name]}`;
}
