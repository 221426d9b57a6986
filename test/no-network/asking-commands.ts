/** Image of a registry that does not exist. */
const IMAGE = 'registry.invalid/team/image:v1';

const CLUSTER = ['--kubeconfig', 'kubeconfig'];

/** Command lines that ask for a registry, by command. */
export const ASKS_REGISTRY: { readonly [command: string]: readonly string[] } = {
  'run': ['run', IMAGE, ...CLUSTER],
  'synth': ['synth', IMAGE, '--out', 'dist'],
  'validate': ['validate', IMAGE],
  'report': ['report', IMAGE],
  'diff': ['diff', 'bundle', IMAGE],
  'rights': ['rights', IMAGE],
  'images': ['images', IMAGE],
  'bundle create': ['bundle', 'create', 'operator.yaml', '--package', 'hello-operator', '--version', '0.3.0', '--image', `quay.io/example/hello-operator:v0.3.0=${IMAGE}`, '--image-digests', '--out', 'made'],
  'bundle push': ['bundle', 'push', 'bundle', IMAGE],
  'catalog push': ['catalog', 'push', 'catalog', IMAGE],
  'catalog append': ['catalog', 'append', 'catalog', IMAGE],
  'catalog render': ['catalog', 'render', IMAGE],
  'catalog validate': ['catalog', 'validate', IMAGE],
  'catalog filter': ['catalog', 'filter', IMAGE],
  'catalog merge': ['catalog', 'merge', 'catalog', IMAGE],
  'catalog diff': ['catalog', 'diff', 'catalog', IMAGE],
  'catalog graph': ['catalog', 'graph', IMAGE, 'hello-operator'],
  'catalog template': ['catalog', 'template', 'template.yaml', '--bundle', `quay.io/example/hello-bundle:v0.1.0=${IMAGE}`],
  'resolve': ['resolve', 'hello-operator', '--catalog', IMAGE],
  'migrate': ['migrate', IMAGE],
  'import': ['import', IMAGE],
};

/** Command lines that ask for a cluster, by command. */
export const ASKS_CLUSTER: { readonly [command: string]: readonly string[] } = {
  'status': ['status', ...CLUSTER],
  'explain': ['explain', 'olm', ...CLUSTER],
  'packages': ['packages', ...CLUSTER],
  'list operators': ['list', 'operators', ...CLUSTER],
  'list operands': ['list', 'operands', ...CLUSTER],
  'list catalogs': ['list', 'catalogs', ...CLUSTER],
  'apis': ['apis', ...CLUSTER],
  'metrics': ['metrics', '--port', '0', ...CLUSTER],
  'install': ['install', 'olm', ...CLUSTER],
  'run': ['run', 'bundle', ...CLUSTER],
  'upgrade': ['upgrade', 'hello-operator', ...CLUSTER],
  'wait': ['wait', '-f', 'subscription.yaml', ...CLUSTER],
  'remove': ['remove', '-f', 'subscription.yaml', ...CLUSTER],
  'uninstall': ['uninstall', ...CLUSTER],
  'catalog add': ['catalog', 'add', IMAGE, ...CLUSTER],
  'lock': ['lock', '--against-cluster', ...CLUSTER],
  'plan': ['plan', 'olm.lock.yaml', '--from-cluster', ...CLUSTER],
  'migrate': ['migrate', '--from-cluster', ...CLUSTER],
};

/** Command lines of commands for clusters that do not ask for one. */
export const ON_FILES: { readonly [command: string]: readonly string[] } = {
  'status': ['status', '-A', '--from', 'dump.yaml'],
  'explain': ['explain', 'subscription/hello-operator', '-n', 'hello', '--from', 'dump.yaml'],
  'packages': ['packages', '--from', 'dump.yaml'],
  'list operators': ['list', 'operators', '-A', '--from', 'dump.yaml'],
  'list operands': ['list', 'operands', '-A', '--from', 'dump.yaml'],
  'list catalogs': ['list', 'catalogs', '-A', '--from', 'dump.yaml'],
};
