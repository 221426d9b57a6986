import { InstallMode } from '../../lib/bundle/model/install-mode';
import { resourceOfKind } from '../../lib/formats/schema/kubernetes-manifest';
import { CertificateProvider } from '../../lib/render/model/certificate-provider';
import { RenderError } from '../../lib/render/model/render-error';
import { PlainManifests } from '../../lib/render/plain-manifests';
import type { PlainManifestsOptions } from '../../lib/render/render-operator';
import { InstallEngine, InstallPermissions } from '../../lib/report/install-permissions';
import type { InstallRule } from '../../lib/report/install-rule';
import { sampleNames, SAMPLES } from '../catalog/sample-bundles';
import { describeWith } from '../needed';
import { realBundle } from '../remembered/real-bundle';
import { operatorBundle, type OperatorParts, webhook } from '../render/operator-bundle';
import { type AuthorizedRequest, isAllowed, placedRules } from './installer-account';

const RBAC = 'rbac.authorization.k8s.io';
const READ_PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };

/** Returns a rule as one line: verbs, then group/resource, then names. */
function line({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: InstallRule): string {
  const targets = apiGroups.flatMap(group => resources.map(resource => (group === '' ? resource : `${resource}.${group}`)));
  return [verbs.join(','), [...targets, ...nonResourceUrls].join(','), ...resourceNames].join(' ');
}

function rendered(parts: OperatorParts = {}, options: Partial<PlainManifestsOptions> = {}): PlainManifests {
  return PlainManifests.render(operatorBundle(parts), {
    installNamespace: 'operators', certificates: CertificateProvider.certManager(), installMode: InstallMode.ownNamespace(), ...options,
  });
}

/** Names of roles end in a hash of their rules. */
const roleNames = (manifests: PlainManifests): string[] => manifests.objects.filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole')
  .map(({ metadata }) => (metadata as { name: string }).name);

describe('InstallPermissions.ofPlain', () => {
  test('of the smallest operator allow applying its Namespace, account and Deployment, by name except for creating and watching', () => {
    const permissions = InstallPermissions.ofPlain(rendered());

    expect(permissions).toMatchObject({ engine: InstallEngine.PLAIN, bundle: 'demo.v1.0.0', packageName: 'demo', namespace: 'operators' });
    expect(permissions.rules.map(line)).toEqual(['create deployments.apps', 'get,patch,update,delete deployments.apps demo', 'list,watch deployments.apps']);
    expect(permissions.clusterRules.map(line)).toEqual(['create namespaces', 'get,patch,update,delete namespaces operators', 'list,watch namespaces']);
    expect([permissions.kubeSystemRules, permissions.namespaceRules]).toEqual([[], []]);
  });

  test('do not allow watching or creating the Namespace if the installer does neither', () => {
    const { rules, clusterRules } = InstallPermissions.ofPlain(rendered(), { watch: false, createNamespace: false });

    expect(rules.map(line)).toEqual(['create deployments.apps', 'get,patch,update,delete deployments.apps demo']);
    expect(clusterRules).toEqual([]);
  });

  test('contain the rules of the roles, since the API server requires an account to have the rights that it grants', () => {
    const manifests = rendered({ permissions: [{ serviceAccountName: 'demo', rules: [READ_PODS] }] });
    const { rules } = InstallPermissions.ofPlain(manifests, { watch: false });
    const [role] = roleNames(manifests);

    expect(rules.map(line)).toEqual([
      'create serviceaccounts', 'get,patch,update,delete serviceaccounts demo',
      `create roles.${RBAC}`, `get,patch,update,delete roles.${RBAC} ${role}`,
      `create rolebindings.${RBAC}`, `get,patch,update,delete rolebindings.${RBAC} ${role}`,
      'create deployments.apps', 'get,patch,update,delete deployments.apps demo',
      'get,list pods',
    ]);
    expect(rules.at(-1)).toMatchObject({ purpose: `grant the rules of Role '${role}'`, verbs: ['get', 'list'] });
  });

  test('contain rules in each namespace that the operator watches besides its own', () => {
    const manifests = rendered({ permissions: [{ serviceAccountName: 'demo', rules: [READ_PODS] }] }, { installMode: InstallMode.multiNamespace(['team-b', 'team-a']) });
    const { rules, namespaceRules } = InstallPermissions.ofPlain(manifests, { watch: false });
    const [role] = roleNames(manifests);

    expect(rules.map(line).filter(text => text.includes(RBAC) || text.includes('pods'))).toEqual([]);
    const expected = [
      `create roles.${RBAC}`, `get,patch,update,delete roles.${RBAC} ${role}`, `create rolebindings.${RBAC}`, `get,patch,update,delete rolebindings.${RBAC} ${role}`,
      'get,list pods',
    ];
    expect(namespaceRules.map(({ namespace, rules: own }) => [namespace, own.map(line)])).toEqual([['team-a', expected], ['team-b', expected]]);
  });

  test('allow binding roles of others by name, and escalating by name for roles that aggregate others', () => {
    const object = (kind: string, name: string, fields: object): object => ({ apiVersion: `${RBAC}/v1`, kind, metadata: { name }, ...fields });
    const { rules, clusterRules } = InstallPermissions.ofPlain(rendered({
      files: {
        'manifests/a.yaml': object('RoleBinding', 'views', { roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' }, subjects: [] }),
        'manifests/b.yaml': object('ClusterRole', 'all', { rules: [], aggregationRule: { clusterRoleSelectors: [{}] } }),
        'manifests/c.yaml': object('RoleBinding', 'alls', { roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'all' }, subjects: [] }),
        'manifests/d.yaml': object('RoleBinding', 'owns', { roleRef: { apiGroup: RBAC, kind: 'Role', name: 'all' }, subjects: [] }),
      },
    }));

    expect(rules.map(line).filter(text => text.startsWith('bind'))).toEqual([
      `bind clusterroles.${RBAC} view`, `bind clusterroles.${RBAC} all`, `bind roles.${RBAC} all`,
    ]);
    expect(clusterRules.map(line)).toContain(`escalate clusterroles.${RBAC} all`);
  });

  test('contain no rule that the rules of the roles include together, in the namespace or in the cluster', () => {
    const everything = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['create', 'list', 'watch', 'get'] };
    const { rules } = InstallPermissions.ofPlain(rendered({
      clusterPermissions: [{ serviceAccountName: 'default', rules: [everything] }],
      permissions: [{ serviceAccountName: 'default', rules: [{ ...everything, verbs: ['update', 'patch', 'delete'], resourceNames: ['demo'] }] }],
    }));

    expect(rules.map(line).filter(text => text.includes('deployments'))).toEqual(['update,patch,delete deployments.apps demo']);
  });

  test('cover webhooks with their Services and certificates', () => {
    const { rules, clusterRules } = InstallPermissions.ofPlain(
      rendered({ installModes: ['AllNamespaces'], webhooks: [webhook()] }, { installMode: InstallMode.allNamespaces() }), { watch: false, createNamespace: false },
    );

    expect(rules.map(line).filter(text => text.startsWith('create'))).toEqual([
      'create deployments.apps', 'create services', 'create issuers.cert-manager.io', 'create certificates.cert-manager.io',
    ]);
    expect(clusterRules.map(line)).toEqual([
      'create validatingwebhookconfigurations.admissionregistration.k8s.io',
      'get,patch,update,delete validatingwebhookconfigurations.admissionregistration.k8s.io vthing.example.test',
    ]);
  });

  test('as text name the installer and each place', () => {
    const permissions = { serviceAccountName: 'default', rules: [READ_PODS] };
    const text = InstallPermissions.ofPlain(rendered({ permissions: [permissions] }, { installMode: InstallMode.singleNamespace('team-a') })).toText();

    expect(text).toMatch(/^Rights of an account that installs demo\.v1\.0\.0 without OLM\n/);
    expect(text).toContain('IN THE NAMESPACE OF THE OPERATOR\n  to create, change and delete objects of kind Deployment\n');
    expect(text).toContain('IN THE NAMESPACE team-a\n');
  });

  test('are compared with those of an earlier version, also in other namespaces', () => {
    const of = (...rules: object[]): InstallPermissions => InstallPermissions.ofPlain(
      rendered({ permissions: [{ serviceAccountName: 'default', rules }] }, { installMode: InstallMode.singleNamespace('team-a') }),
    );
    const comparison = of({ ...READ_PODS, verbs: ['get', 'delete'] }).comparedTo(of(READ_PODS));

    expect(comparison.added.namespaceRules[0]!.rules.map(line)).toContain('delete pods');
    expect(comparison.removed.namespaceRules[0]!.rules.map(line)).toContain('list pods');
    expect(comparison.toText()).toContain('ADDED IN THE NAMESPACE team-a');
    expect(of(READ_PODS).comparedTo(of(READ_PODS)).added.namespaceRules).toEqual([]);
  });

  test('refuse an unknown option', () => {
    expect(() => InstallPermissions.ofPlain(rendered(), { watches: true } as object)).toThrow(
      "unknown key 'watches' in options of InstallPermissions.ofPlain; known keys: 'watch'",
    );
  });
});

describe('InstallPermissions.ofOlmV1', () => {
  test('allow watching the kinds in all namespaces and owning the objects, but not creating the Namespace', () => {
    const { rules, clusterRules, engine } = InstallPermissions.ofOlmV1(rendered({}, { compatible: true }), { extension: 'demo' });

    expect(engine).toBe(InstallEngine.OLM_V1);
    expect(rules.map(line)).toEqual(['create deployments.apps', 'get,patch,update,delete deployments.apps demo']);
    expect(clusterRules.map(line)).toEqual(['list,watch deployments.apps', 'update clusterextensions/finalizers.olm.operatorframework.io demo']);
  });

  test('with BoxcutterRuntime allow owning the objects through revisions, but not watching', () => {
    const { clusterRules } = InstallPermissions.ofOlmV1(rendered({}, { compatible: true }), { extension: 'demo', boxcutter: true });

    expect(clusterRules.map(line)).toEqual([
      'update clusterextensionrevisions/finalizers.olm.operatorframework.io', 'update clusterobjectsets/finalizers.olm.operatorframework.io',
    ]);
  });

  test('allow escalating without a name, since OLM v1 checks it without one', () => {
    const files = { 'manifests/a.yaml': { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'all' }, rules: [], aggregationRule: { clusterRoleSelectors: [{}] } } };

    expect(InstallPermissions.ofOlmV1(rendered({ files }), { extension: 'demo' }).clusterRules.map(line)).toContain(`escalate clusterroles.${RBAC}`);
  });

  test.each([
    ['an unknown option', { extension: 'demo', name: 'x' }, "unknown key 'name' in options of InstallPermissions.ofOlmV1; known keys: 'extension', 'boxcutter'"],
    ['a missing extension', {},
      'extension in options of InstallPermissions.ofOlmV1 is required: set it to a string (name of the ClusterExtension)'],
  ])('refuse %s', (_, options, message) => {
    expect(() => InstallPermissions.ofOlmV1(rendered(), options as never)).toThrow(message);
  });
});

describeWith(SAMPLES)('for the bundles of real operators', () => {
  interface Object {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string };
  }

  /** Returns the requests of an installer for an object. */
  function requestsFor({ apiVersion, kind, metadata: { name, namespace = '' } }: Object): AuthorizedRequest[] {
    const target = { group: apiVersion.includes('/') ? apiVersion.split('/')[0]! : '', resource: resourceOfKind(kind) };
    return [
      ...['get', 'patch', 'update', 'delete'].map(verb => ({ verb, ...target, name, namespace })),
      ...['create', 'list', 'watch'].map(verb => ({ verb, ...target, name: '', namespace })),
    ];
  }

  it.each(sampleNames())('the rights are enough, and each of them is needed: %s', (name) => {
    let manifests: PlainManifests;
    try {
      manifests = PlainManifests.render(realBundle(name), { installNamespace: 'operators', certificates: CertificateProvider.certManager() });
    } catch (error) {
      expect(error).toBeInstanceOf(RenderError);
      return;
    }
    const rules = placedRules('operators', InstallPermissions.ofPlain(manifests, { createNamespace: false }));
    const requests = (manifests.objects as unknown as Object[]).flatMap(requestsFor);

    expect(requests.filter(request => !isAllowed(rules, request))).toEqual([]);
    const own = rules.filter(({ rule }) => !/^(?:grant|bind) /.test(rule.purpose));
    const superfluous = own.filter(({ rule }) => requests.every(request => isAllowed(rules.filter(other => other.rule !== rule), request)));
    expect(superfluous.map(({ rule }) => line(rule))).toEqual([]);
  });
});
