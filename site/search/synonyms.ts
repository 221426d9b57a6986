import { plainWords, stemOf } from './words';

/** Words and phrases with which people mean the same. Each of a line finds what is written with the others. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['uninstall', 'remove', 'delete', 'clean up', 'tear down', 'get rid of'],
  ['air-gapped', 'airgapped', 'air gap', 'offline', 'disconnected', 'without internet', 'no internet', 'restricted network', 'mirror'],
  ['getting started', 'get started', 'quick start', 'quickstart', 'first steps', 'tutorial', 'hello world', 'first program'],
  ['install', 'set up', 'setup', 'deploy'],
  ['upgrade', 'update', 'up to date', 'bump', 'new version'],
  ['downgrade', 'rollback', 'roll back', 'revert', 'go back'],
  ['k8s', 'kubernetes'],
  ['argo cd', 'argocd', 'argo'],
  ['flux', 'fluxcd', 'flux cd'],
  ['gitops', 'argo cd', 'flux'],
  ['csv', 'clusterserviceversion', 'cluster service version'],
  ['crd', 'customresourcedefinition', 'custom resource definition'],
  ['cr', 'custom resource', 'operand'],
  ['fbc', 'file-based catalog', 'declarative config', 'declcfg'],
  ['catalog', 'index image', 'catalogsource', 'catalog source', 'registry'],
  ['own bundle', 'local bundle', 'bundle folder', 'sources of bundles', 'reading bundles'],
  ['pin', 'pinned', 'pinning', 'lock', 'fixed version', 'exact version', 'freeze'],
  ['approve', 'approval', 'manual approval'],
  ['install plan', 'installplan'],
  ['operator group', 'operatorgroup'],
  ['multi cluster', 'multicluster', 'multi-cluster', 'many clusters', 'several clusters', 'fleet'],
  ['exit code', 'exit codes', 'return code', 'exit status'],
  ['cli', 'command line', 'terminal', 'shell'],
  ['rbac', 'permissions', 'rights', 'privileges', 'least privilege'],
  ['openshift', 'ocp', 'okd', 'red hat'],
  ['ci', 'continuous integration', 'pipeline', 'github actions', 'gitlab'],
  ['proxy', 'proxies', 'http_proxy'],
  ['credentials', 'login', 'password', 'token', 'pull secret', 'imagepullsecret'],
  ['error', 'failure', 'failed', 'fails', 'problem', 'broken', 'not working', 'does not work', 'troubleshooting', 'debug'],
  ['wait', 'ready', 'readiness'],
  ['dependency', 'dependencies', 'requires', 'required'],
  ['validate', 'validation', 'lint', 'check'],
  ['test', 'testing', 'unit test'],
  ['migrate', 'migration', 'convert', 'switch', 'move', 'coming from'],
  ['helm', 'helm chart', 'chart of helm'],
  ['operatorhub', 'operatorhub.io', 'community operators'],
  ['glossary', 'terms', 'terminology', 'definitions'],
  ['faq', 'questions', 'frequently asked questions'],
  ['compare', 'comparison', 'alternatives', 'versus', 'vs', 'difference'],
];

/** Returns a phrase as the table is searched: the stems of its words, separated by single spaces. */
function keyOf(phrase: string): string {
  return plainWords(phrase).map(stemOf).join(' ');
}

const BY_KEY = new Map<string, Set<string>>();
for (const line of SYNONYMS) {
  for (const phrase of line) {
    const key = keyOf(phrase);
    BY_KEY.set(key, new Set([...BY_KEY.get(key) ?? [], ...line.filter((other) => keyOf(other) !== key)]));
  }
}

/** Largest number of words of a phrase in the table. */
export const MAX_PHRASE_WORDS = Math.max(...[...BY_KEY.keys()].map((key) => key.split(' ').length));

/** Returns what means the same as a phrase, or `undefined` if the table does not have it. */
export function synonymsOf(phrase: string): readonly string[] | undefined {
  const found = BY_KEY.get(keyOf(phrase));
  return found === undefined ? undefined : [...found];
}
