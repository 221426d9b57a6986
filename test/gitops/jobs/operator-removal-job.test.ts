import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { load } from 'js-yaml';
import { BundleDeployment, CatalogRef, OlmInstallation, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { InClusterProgram, OperandRemoval, OperatorRemovalJob, OperatorRemovalJobProps } from 'olm-constructs/gitops';
import { kindsOf, Manifest, one, synth } from '../../builders/synthesized';
import { operatorBundle } from '../../render/operator-bundle';

const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-jobs-'));
const path = join(folder, 'program.js');
writeFileSync(path, 'console.log("removes")');
const program = InClusterProgram.fromFile(path);

afterAll(() => rmSync(folder, { recursive: true }));

function jobFor(props: Partial<OperatorRemovalJobProps> = {}): Manifest[] {
  const chart = Testing.chart();
  const operator = new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello', channel: 'stable', namespace: 'team' });
  new OperatorRemovalJob(chart, 'removal', { remove: [operator], crds: ['databases.example.com'], program, ...props });
  return synth(chart);
}

const rulesOf = (manifests: readonly Manifest[], kind: string): object[] => one(manifests, kind)['rules'] as object[];
const argsOf = (manifests: readonly Manifest[]): readonly string[] => (
  (one(manifests, 'Job').spec['template'] as { spec: { containers: [{ args: string[] }] } }).spec.containers[0].args
);

/** Returns what a role allows: each verb of each resource, without the names of objects. */
function rightsOf(role: Manifest): string[] {
  return (role['rules'] as { apiGroups: string[]; resources: string[]; verbs: string[] }[]).flatMap(({ apiGroups, resources, verbs }) => (
    resources.flatMap(resource => verbs.map(verb => `${verb} ${resource} of ${apiGroups.join()}`))
  ));
}

describe('OperatorRemovalJob', () => {
  test('is a hook that Argo CD runs before it deletes the Application', () => {
    const manifests = jobFor();

    expect(one(manifests, 'Job').metadata).toMatchObject({
      name: 'hello-removal', namespace: 'team',
      annotations: { 'argocd.argoproj.io/hook': 'PreDelete', 'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded' },
    });
    expect(argsOf(manifests)).toEqual(['remove', '-f', '/manifests', '--timeout', '900s', '--operands', 'abort']);
    expect(kindsOf(manifests).at(-1)).toBe('Job');
  });

  test.each<[string, Partial<OperatorRemovalJobProps>]>([
    ['that keeps operands and CRDs', {}], ['that deletes them', { operands: OperandRemoval.DELETE, deleteCrds: true }],
    ['that deletes what OLM leaves behind', { deleteLeftovers: true }],
  ])('%s may do nothing that is not in the roles of the guide', (_, props) => {
    const guide = readFileSync(join(__dirname, '../../../docs/reference/waiter-permissions.md'), 'utf8');
    const roles = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml]) => load(yaml!) as Manifest)
      .filter(({ metadata }) => ['operator-waiter', 'operator-removal', 'audit-events'].includes(metadata.name));
    for (const kind of ['Role', 'ClusterRole']) {
      const documented = roles.filter(role => role.kind === kind).flatMap(rightsOf);

      expect(rightsOf(one(jobFor(props), kind)).filter(right => !documented.includes(right))).toEqual([]);
    }
  });

  test('may delete operands and CRDs only if they are to be deleted, and CRDs by name only', () => {
    const withDelete = (manifests: readonly Manifest[]): object[] => rulesOf(manifests, 'ClusterRole').filter(rule => (rule as { verbs: string[] }).verbs.includes('delete'));
    const operators = { apiGroups: ['operators.coreos.com'], resources: ['operators'], verbs: ['list', 'watch', 'delete'] };

    expect(withDelete(jobFor())).toEqual([operators]);
    expect(withDelete(jobFor({ operands: OperandRemoval.DELETE, deleteCrds: true }))).toEqual([
      { apiGroups: ['example.com'], resources: ['databases'], verbs: ['list', 'watch', 'delete'] },
      operators,
      { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], resourceNames: ['databases.example.com'], verbs: ['delete'] },
    ]);
  });

  test('may delete ClusterRoles and ClusterRoleBindings only if leftovers are to be deleted', () => {
    const rights = rightsOf(one(jobFor({ deleteLeftovers: true }), 'ClusterRole'));

    expect(rights.filter(right => right.endsWith(' of rbac.authorization.k8s.io') && right.startsWith('delete'))).toEqual([
      'delete clusterroles of rbac.authorization.k8s.io', 'delete clusterrolebindings of rbac.authorization.k8s.io',
    ]);
    expect(argsOf(jobFor({ deleteLeftovers: true })).at(-1)).toBe('--delete-leftovers');
  });

  test('deletes the CRDs of selected kinds', () => {
    const manifests = jobFor({ deleteCrdKinds: ['Database.example.com', 'Backup.example.com'] });

    expect(argsOf(manifests).at(-1)).toBe('--delete-crds=Database.example.com,Backup.example.com');
    expect(rightsOf(one(manifests, 'ClusterRole'))).toContain('delete customresourcedefinitions of apiextensions.k8s.io');
    expect(() => jobFor({ deleteCrdKinds: ['databases.example.com'] }))
      .toThrow("deleteCrdKinds has 'databases.example.com', which is not a kind with its group; use kinds such as Database.example.com");
  });

  test('finds the CRDs of the operator in its bundle', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'hello', { bundle: Bundle.fromDirectory('examples/quickstart/bundle'), namespace: 'team' });
    new OperatorRemovalJob(chart, 'removal', { remove: [deployment], program, deleteCrds: true });

    expect(rulesOf(synth(chart), 'ClusterRole')).toContainEqual({
      apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], resourceNames: ['greetings.hello.example.com'], verbs: ['delete'],
    });
  });

  test('may delete no CRDs if the operator owns none', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'demo', { bundle: operatorBundle({}), namespace: 'team' });
    new OperatorRemovalJob(chart, 'removal', { remove: [deployment], program, deleteCrds: true });

    expect(rightsOf(one(synth(chart), 'ClusterRole'))).not.toContain('delete customresourcedefinitions of apiextensions.k8s.io');
  });

  describe('with an OlmInstallation', () => {
    function jobWithOlm(props: Partial<OperatorRemovalJobProps> = {}, withOperator = true): Manifest[] {
      const chart = Testing.chart();
      const olm = new OlmInstallation(chart, 'olm');
      const bundle = Bundle.fromDirectory('examples/quickstart/bundle');
      const operators = withOperator ? [new BundleDeployment(chart, 'hello', { bundle, namespace: 'hello' })] : [];
      new OperatorRemovalJob(chart, 'removal', { remove: [...operators, olm], program, ...props });
      return synth(chart).filter(({ metadata }) => /-removal|^olm-removal|^hello\.hello-removal/.test(metadata.name));
    }

    test('removes it after the operators, by references that fit into a ConfigMap', () => {
      const manifests = jobWithOlm();
      const { items } = JSON.parse((one(manifests, 'ConfigMap')['data'] as { 'manifests.json': string })['manifests.json']) as { items: Manifest[] };

      expect(kindsOf(items)[0]).toBe('Subscription');
      expect(items.slice(1).every(({ spec }) => spec === undefined)).toBe(true);
      expect(items.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`)).toEqual(expect.arrayContaining([
        'Namespace /olm', 'Deployment olm/olm-operator', 'ClusterServiceVersion olm/packageserver', 'CustomResourceDefinition /subscriptions.operators.coreos.com',
      ]));
    });

    test('may delete its objects by name, and those that OLM created', () => {
      const rules = rulesOf(jobWithOlm(), 'ClusterRole');
      const verbs = ['list', 'watch', 'delete'];

      expect(rules).toContainEqual({ apiGroups: [''], resources: ['namespaces'], resourceNames: ['olm', 'operators'], verbs });
      expect(rules).toContainEqual({ apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['catalog-operator', 'olm-operator'], verbs });
      expect(rules).toContainEqual({
        apiGroups: ['apiregistration.k8s.io'], resources: ['apiservices'], resourceNames: ['v1.packages.operators.coreos.com'], verbs,
      });
      expect(rules).toContainEqual({ apiGroups: ['operators.coreos.com'], resources: ['clusterserviceversions'], verbs });
    });

    test('removes OLM alone', () => {
      expect(one(jobWithOlm({ namespace: 'default' }, false), 'Job').metadata).toMatchObject({ name: 'olm-removal', namespace: 'default' });
    });

    test.each<[string, Partial<OperatorRemovalJobProps>, boolean, RegExp]>([
      ['a missing namespace for the Job', {}, false, /namespace is required to remove OLM alone; set 'namespace' to one that is not deleted, such as 'default'$/],
      ['a Job in a namespace of OLM', { namespace: 'operators' }, true, /the Job is in namespace 'operators', which is deleted with OLM; set 'namespace' to/],
    ])('refuses %s', (_, props, withOperator, message) => {
      expect(() => jobWithOlm(props, withOperator)).toThrow(message);
    });
  });

  test.each<[string, Partial<OperatorRemovalJobProps>, RegExp]>([
    ['props without anything to remove', { remove: [] }, /remove contains no Subscription and no OlmInstallation; add constructs with Subscriptions, and create the Job after them$/],
    ['an operator whose CRDs are unknown', { crds: undefined } as object, /does not know the content of the catalog of Subscription hello; set 'crds' to the names/],
    ['a CRD without a group', { crds: ['databases'] }, /crds has 'databases', which is no name of a CRD; use names such as databases\.example\.com/],
    ['an unknown prop', { crd: [] } as object, /unknown key 'crd' in props of OperatorRemovalJob/],
  ])('refuses %s', (_, props, message) => {
    expect(() => jobFor(props)).toThrow(message);
  });
});
