import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { moduleDirectory, requiredVersion } from '../kubernetes-types/kubernetes-module';

/** Folder of Kubernetes' sources with the roles and bindings that an API server creates, as its tests compare them. */
const BOOTSTRAP_POLICY = ['plugin', 'pkg', 'auth', 'authorizer', 'rbac', 'bootstrappolicy', 'testdata'];

const ROLE_FILES = ['cluster-roles.yaml', 'controller-roles.yaml', 'namespace-roles.yaml'];
const BINDING_FILES = ['cluster-role-bindings.yaml'];

const API_VERSION = 'rbac.authorization.k8s.io/v1';

/** Prefix of the labels of roles that matter for aggregation. */
const AGGREGATION = 'rbac.authorization.k8s.io/';

interface Role {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: { readonly [key: string]: string } };
  readonly rules: readonly object[] | null;
  readonly aggregationRule?: object;
}

interface Binding {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly roleRef: object;
  readonly subjects: readonly { readonly kind: string; readonly name: string }[] | null;
}

/** Returns the module with the roles of the Kubernetes version that a go.mod file requires, and their bindings to groups of all accounts. */
export function kubernetesRolesModule(goModFile: string): string {
  const module = 'k8s.io/kubernetes';
  const version = requiredVersion(readFileSync(goModFile, 'utf8'), module);
  const folder = join(moduleDirectory(`${module}@${version}`), ...BOOTSTRAP_POLICY);
  const itemsOf = <Item>(files: readonly string[]): Item[] => files.flatMap((file) => (
    (load(readFileSync(join(folder, file), 'utf8')) as { readonly items: Item[] }).items
  ));
  const roles = itemsOf<Role>(ROLE_FILES).map(({ kind, metadata: { name, namespace, labels = {} }, rules, aggregationRule }) => ({
    apiVersion: API_VERSION,
    kind,
    metadata: { name, ...namespace === undefined ? {} : { namespace }, ...aggregationLabels(labels) },
    ...aggregationRule === undefined ? {} : { aggregationRule },
    rules: rules ?? [],
  }));
  const bindings = itemsOf<Binding>(BINDING_FILES).flatMap(({ kind, metadata: { name }, roleRef, subjects }) => {
    const groups = (subjects ?? []).filter((subject) => subject.kind === 'Group' && /^system:(authenticated|serviceaccounts)$/.test(subject.name));
    return groups.length === 0 ? [] : [{ apiVersion: API_VERSION, kind, metadata: { name }, roleRef, subjects: groups }];
  });
  return [
    `// Generated from the default roles of Kubernetes ${version} by \`npm run generate\`. Do not edit.\n`,
    "import type { JsonMap } from '../../../formats/json/json-value';\n",
    `/** Version of Kubernetes whose API server creates the roles. @internal */\nexport const KUBERNETES_ROLES_VERSION = '${version}';\n`,
    `/** Roles that the API server creates, as objects. @internal */\nexport const KUBERNETES_ROLES: readonly JsonMap[] = ${listSource(roles)};\n`,
    '/** Bindings that the API server creates for all users or all ServiceAccounts, as objects. @internal */\n'
      + `export const KUBERNETES_BINDINGS: readonly JsonMap[] = ${listSource(bindings)};\n`,
  ].join('\n');
}

function aggregationLabels(labels: { readonly [key: string]: string }): { labels?: object } {
  const found = Object.entries(labels).filter(([key]) => key.startsWith(AGGREGATION));
  return found.length === 0 ? {} : { labels: Object.fromEntries(found) };
}

function listSource(items: readonly object[]): string {
  return `[\n${items.map((item) => `  ${source(item)},\n`).join('')}]`;
}

/** Returns a value as TypeScript on one line. */
function source(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(source).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value).map(([key, item]) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${source(item)}`).join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
