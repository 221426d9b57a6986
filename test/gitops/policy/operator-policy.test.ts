import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  BundleDeployment, CatalogRef, Cluster, ClusterExtension, ConstructError, Fleet, InstallMode, InstallPlanApproval, OlmInstallation,
  OperatorSubscription, PlainEngine,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { AppWaiver, OperatorPolicy, OperatorPolicyProps } from 'olm-constructs/gitops';
import { ForbiddenRight } from 'olm-constructs/report';
import { FindingSeverity } from 'olm-constructs/validation';
import { bundleOf } from '../../builders/bundle-of';

type Rules = Omit<OperatorPolicyProps, 'name'>;

const { AUTOMATIC, MANUAL } = InstallPlanApproval;

/** Returns the findings of a policy, as id, path and message. */
function findings(rules: Rules, create: (chart: Chart) => void): [string, string | undefined, string][] {
  const app = new App();
  create(new Chart(app, 'chart'));
  return new OperatorPolicy({ name: 'platform', ...rules }).report(app).findings.map(({ id, paths, message }) => [id, paths[0], message]);
}

const MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true }));

function bundle(spec: object = {}): Bundle {
  return bundleOf({ package: 'cache', spec: { installModes: MODES, ...spec } });
}

/** Returns a bundle whose operator has rights in the cluster or in the namespaces that it watches. */
function bundleWithRights(key: 'permissions' | 'clusterPermissions', rule: object): Bundle {
  return bundle({
    install: {
      strategy: 'deployment',
      spec: { deployments: [{ name: 'demo', spec: { selector: {}, template: { spec: { serviceAccountName: 'demo', containers: [] } } } }],
        [key]: [{ serviceAccountName: 'demo', rules: [rule] }] },
    },
  });
}

interface SubscribeOptions {
  readonly bundle?: Bundle;
  readonly channel?: string;
  readonly approval?: InstallPlanApproval;
  readonly installMode?: InstallMode;
}

function subscribe({ bundle: content, ...props }: SubscribeOptions = {}) {
  return (chart: Construct): void => void new OperatorSubscription(chart, 'cache', {
    catalog: CatalogRef.named('community', 'olm', content === undefined ? {} : { content: Catalog.fromBundles([content]) }), packageName: 'cache', ...props,
  });
}

function plainSubscription(chart: Construct, spec: object = {}): void {
  new ApiObject(chart, 'plain', {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'cache', namespace: 'ns' },
    spec: { name: 'cache', source: 'community', sourceNamespace: 'olm', ...spec },
  });
}

function extension(props: { version?: string; channels?: string[] } = {}) {
  return (chart: Construct): void => void new ClusterExtension(chart, 'extension', { packageName: 'cache', ...props });
}

const without = (chart: Construct): void => void new BundleDeployment(chart, 'cache', { bundle: bundle(), engine: new PlainEngine() });

const pod = (image: string) => (chart: Construct): void => void new ApiObject(chart, 'pod', {
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec: { containers: [{ name: 'a', image }] },
});

const role = (kind: string, rule: object, isBound = false) => (chart: Construct): void => {
  new ApiObject(chart, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name: 'role' }, rules: [rule] });
  if (isBound) {
    new ApiObject(chart, 'binding', {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'binding' }, roleRef: { kind: 'ClusterRole', name: 'role' },
    });
  }
};

const SECRETS = { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] };

describe('OperatorPolicy', () => {
  it.each<[string, string, Rules, (chart: Chart) => void, string]>([
    ['policy-catalog', 'another catalog', { allowedCatalogs: ['own'] }, subscribe(),
      "package 'cache' comes from catalog 'olm/community', and the allowed catalogs are 'own'"],
    ['policy-catalog', 'a catalog of another namespace', { allowedCatalogs: ['own/community'] }, subscribe(),
      "package 'cache' comes from catalog 'olm/community', and the allowed catalogs are 'own/community'"],
    ['policy-catalog', 'a plain Subscription', { allowedCatalogs: ['own'] }, plainSubscription,
      "package 'cache' comes from catalog 'olm/community', and the allowed catalogs are 'own'"],
    ['policy-catalog', 'any ClusterCatalog', { allowedCatalogs: ['own'] }, extension(),
      "package 'cache' comes from any ClusterCatalog, and the allowed catalogs are 'own'"],
    ['policy-catalog', 'no catalog', { allowedCatalogs: ['own'] }, without,
      "package 'cache' comes from no catalog, with the engine Plain, and the allowed catalogs are 'own'"],
    ['policy-channel', 'another channel', { allowedChannels: ['stable', 'queue/fast'] }, subscribe({ channel: 'fast' }),
      "package 'cache' follows channel 'fast', and the allowed channels are 'stable', 'queue/fast'"],
    ['policy-channel', 'all channels', { allowedChannels: ['stable'] }, extension(),
      "package 'cache' follows all channels, and the allowed channels are 'stable'"],
    ['policy-publisher', 'an unknown publisher', { allowedPublishers: ['Example'] }, subscribe(),
      "the publisher of package 'cache' is unknown; the allowed publishers are 'Example'"],
    ['policy-approval', 'manual approval', { allowedApprovals: [AUTOMATIC] }, subscribe({ approval: MANUAL }),
      "package 'cache' has the approval Manual, and the allowed approvals are 'Automatic'"],
    ['policy-approval', 'a range of OLM v1', { allowedApprovals: [MANUAL] }, extension({ version: '1.x' }),
      "package 'cache' has the approval Automatic, and the allowed approvals are 'Manual'"],
    ['policy-registry', 'an image of Docker Hub', { allowedRegistries: ['quay.io'] }, pod('busybox'),
      "Pod 'pod' has the image 'busybox', and the allowed registries are 'quay.io'"],
    ['policy-registry', 'an image of a bundle', { allowedRegistries: ['quay.io'] }, subscribe({ bundle: bundle() }),
      "bundle 'cache.v1.0.0' has the image 'example.test/demo:1', and the allowed registries are 'quay.io'"],
    ['policy-wildcards', 'a wildcard in a Role', { forbiddenRights: [ForbiddenRight.WILDCARDS] }, role('Role', { ...SECRETS, verbs: ['*'] }),
      "Role 'role' has a right with a wildcard: * on secrets of the core group"],
    ['policy-escalation', 'bind', { forbiddenRights: [ForbiddenRight.ESCALATION] },
      role('ClusterRole', { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['bind'] }),
      "ClusterRole 'role' may escalate, bind or impersonate: bind on clusterroles of rbac.authorization.k8s.io"],
    ['policy-secrets', 'Secrets in all watched namespaces', { forbiddenRights: [ForbiddenRight.SECRETS_ACROSS_NAMESPACES] },
      subscribe({ bundle: bundleWithRights('permissions', SECRETS), installMode: InstallMode.allNamespaces() }),
      "bundle 'cache.v1.0.0' may read all Secrets in other namespaces: get, list on secrets of the core group"],
    ['policy-secrets', 'a ClusterRole for all namespaces', { forbiddenRights: [ForbiddenRight.SECRETS_ACROSS_NAMESPACES] }, role('ClusterRole', SECRETS, true),
      "ClusterRole 'role' may read all Secrets in other namespaces: get, list on secrets of the core group"],
  ])('%s finds %s', (id, _, rules, create, message) => {
    const found = findings(rules, create);
    expect(found.map(([rule, , text]) => [rule, text])).toEqual([[id, message]]);
    expect(found[0]![1]).toMatch(/^chart\//);
  });

  it.each<[string, Rules, (chart: Chart) => void]>([
    ['a catalog by name', { allowedCatalogs: ['community'] }, subscribe()],
    ['a catalog with its namespace', { allowedCatalogs: ['olm/comm*'] }, plainSubscription],
    ['a package', { allowedPackages: ['ca*'] }, subscribe()],
    ['a channel', { allowedChannels: ['cache/stable'] }, subscribe({ channel: 'stable' })],
    ['the channels of OLM v1', { allowedChannels: ['stable'] }, extension({ channels: ['stable'] })],
    ['an operator without a channel', { allowedChannels: ['stable'] }, without],
    ['an exact version of OLM v1', { allowedApprovals: [MANUAL] }, extension({ version: '1.2.3' })],
    ['an exact version of OLM v1, whatever is allowed', { allowedApprovals: [AUTOMATIC] }, extension({ version: '1.2.3' })],
    ['images of a registry', { allowedRegistries: ['example.test'] }, subscribe({ bundle: bundle() })],
    ['images of Docker Hub', { allowedRegistries: ['docker.io/library'] }, pod('busybox:1')],
    ['a bundle without risky rights', { forbiddenRights: Object.values(ForbiddenRight) },
      subscribe({ bundle: bundleWithRights('clusterPermissions', { ...SECRETS, resources: ['pods'] }) })],
    ['Secrets of one namespace', { forbiddenRights: [ForbiddenRight.SECRETS_ACROSS_NAMESPACES] },
      subscribe({ bundle: bundleWithRights('permissions', SECRETS), installMode: InstallMode.ownNamespace() })],
    ['Secrets by name', { forbiddenRights: [ForbiddenRight.SECRETS_ACROSS_NAMESPACES] }, role('ClusterRole', { ...SECRETS, resourceNames: ['own'] }, true)],
    ['a ClusterRole that applies to one namespace', { forbiddenRights: [ForbiddenRight.SECRETS_ACROSS_NAMESPACES] }, role('ClusterRole', SECRETS)],
    ['the rights of an OLM that the app installs', { forbiddenRights: Object.values(ForbiddenRight) }, (chart) => void new OlmInstallation(chart, 'olm')],
  ])('allows %s', (_, rules, create) => {
    expect(findings(rules, create)).toEqual([]);
  });

  it('applies to constructs of other libraries, and only to its scope', () => {
    class TeamPlatform extends Construct {
      public constructor(scope: Construct, id: string) {
        super(scope, id);
        plainSubscription(this);
      }
    }
    const app = new App();
    const [one, two] = ['one', 'two'].map((id) => new Chart(app, id));
    new TeamPlatform(one!, 'team');
    new TeamPlatform(two!, 'team');
    expect(new OperatorPolicy({ name: 'platform', allowedPackages: ['queue'] }).report(two!).findings.map(({ paths }) => paths)).toEqual([['two/team/plain']]);
  });

  it('applies to all clusters of a fleet', () => {
    const app = new Fleet();
    ['one', 'two'].forEach((id) => plainSubscription(new Chart(new Cluster(app, id), 'chart')));
    expect(new OperatorPolicy({ name: 'platform', allowedPackages: ['queue'] }).report(app).findings.map(({ clusters, paths }) => [clusters, paths]))
      .toEqual([[['one', 'two'], ['one/chart/plain', 'two/chart/plain']]]);
  });

  it('stops synthesis with errors, and prints warnings', () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const app = new App();
      subscribe()(new Chart(app, 'chart'));
      new OperatorPolicy({ name: 'advice', allowedPackages: ['queue'], severity: FindingSeverity.WARNING }).addTo(app);
      expect(app.synthYaml()).toContain('kind: Subscription');
      expect(write.mock.calls).toEqual([["warning: policy-package: [chart/cache] package 'cache' is installed, and the allowed packages are 'queue'; "
        + 'remove the operator, or allow its package\n']]);
      new OperatorPolicy({ name: 'law', allowedPackages: ['queue'] }).addTo(app);
      expect(() => app.synthYaml()).toThrow("policy-package: [chart/cache] package 'cache' is installed");
    } finally {
      write.mockRestore();
    }
  });

  it('names the policy in JSON and SARIF, and accepts waivers with a reason', () => {
    const app = new App();
    subscribe()(new Chart(app, 'chart'));
    const report = (waivers: AppWaiver[] = []): unknown => JSON.parse(new OperatorPolicy({ name: 'platform', allowedPackages: ['queue'], waivers }).report(app).toJson());
    expect(report()).toMatchObject({ passed: false, errors: 1, findings: [{ id: 'policy-package', severity: 'error', source: "policy 'platform'" }] });
    expect(report([{ id: 'policy-package', path: 'chart', reason: 'until May' }])).toMatchObject({ passed: true, findings: [], waived: [{ reason: 'until May' }] });
    expect(JSON.parse(new OperatorPolicy({ name: 'platform', allowedPackages: ['queue'] }).report(app).toSarif())).toMatchObject({
      runs: [{ results: [{ ruleId: 'policy-package', level: 'error', locations: [{ logicalLocations: [{ fullyQualifiedName: 'chart/cache' }] }] }] }],
    });
  });

  it.each<[string, Rules, Rules, string]>([
    ['catalogs', { allowedCatalogs: ['olm/own'] }, { allowedCatalogs: ['olm/community', 'other'] }, "allowedCatalogs is 'olm/community', 'other' in one and 'olm/own' in the other"],
    ['packages', { allowedPackages: ['cache*'] }, { allowedPackages: ['queue*'] }, "allowedPackages is 'queue*' in one and 'cache*' in the other"],
    ['channels', { allowedChannels: ['cache/stable'] }, { allowedChannels: ['fast'] }, "allowedChannels is 'fast' in one and 'cache/stable' in the other"],
    ['approvals', { allowedApprovals: [MANUAL] }, { allowedApprovals: [AUTOMATIC] }, "allowedApprovals is 'Automatic' in one and 'Manual' in the other"],
    ['registries', { allowedRegistries: ['quay.io/a'] }, { allowedRegistries: ['quay.io/b'] }, "allowedRegistries is 'quay.io/b' in one and 'quay.io/a' in the other"],
  ])('refuses policies with contradicting %s, above and below each other', (_, first, second, message) => {
    for (const isReversed of [false, true]) {
      const app = new App();
      const scopes = [app, new Chart(app, 'chart')];
      const [one, two] = isReversed ? scopes.reverse() : scopes;
      new OperatorPolicy({ name: 'first', ...first }).addTo(one!);
      expect(() => new OperatorPolicy({ name: 'second', ...second }).addTo(two!)).toThrow(ConstructError);
      expect(() => new OperatorPolicy({ name: 'second', ...second }).addTo(two!)).toThrow(`policy 'second' contradicts policy 'first' of ${isReversed ? "'chart'" : 'the app'}: ${message}`);
    }
  });

  it('accepts policies that restrict more, and those of different constructs', () => {
    const app = new App();
    const add = (name: string, scope: Construct, rules: Rules): void => new OperatorPolicy({ name, ...rules }).addTo(scope);
    const [one, two] = ['one', 'two'].map((id) => new Chart(app, id));
    add('all', app, { allowedCatalogs: ['own', 'olm/*'], allowedRegistries: ['quay.io'], allowedChannels: ['stable'] });
    add('one', one!, { allowedCatalogs: ['olm/own'], allowedRegistries: ['quay.io/team'], allowedChannels: ['cache/stable'], allowedPackages: ['cache'] });
    add('two', two!, { allowedPackages: ['queue'] });
    expect(() => add('two', two!, { allowedApprovals: [MANUAL] })).toThrow("[two] a policy 'two' was added already; set another 'name'");
  });

  it.each<[string, object, string]>([
    ['a missing name', { allowedPackages: ['a'] }, 'name is required: set it to a string (name of the policy, for reports)'],
    ['a policy without a rule', { name: 'p' }, "policy 'p' restricts nothing; set one of 'allowedCatalogs'"],
    ['an empty list', { name: 'p', allowedPackages: [] }, "allowedPackages of policy 'p' is empty; add a value, or omit 'allowedPackages' for no restriction"],
    ['an unknown key', { name: 'p', allowedPackage: ['a'] }, "unknown key 'allowedPackage' in props of OperatorPolicy"],
    ['an unknown right', { name: 'p', forbiddenRights: ['all'] }, "forbiddenRights[0] must be ForbiddenRight.WILDCARDS ('wildcards'), "],
    ['an unknown approval', { name: 'p', allowedApprovals: ['manual'] },
      "allowedApprovals[0] must be InstallPlanApproval.AUTOMATIC ('Automatic') or InstallPlanApproval.MANUAL ('Manual'), got 'manual'"],
    ['an unknown severity', { name: 'p', allowedPackages: ['a'], severity: 'fatal' },
      "severity must be FindingSeverity.ERROR ('error') or FindingSeverity.WARNING ('warning'), got 'fatal'"],
    ['a name instead of a list', { name: 'p', allowedPackages: 'cache' }, "allowedPackages must be a list of strings, got 'cache': write ['cache']"],
    ['a pattern in the middle', { name: 'p', allowedPackages: ['a', 'rabbit*-operator'] },
      "allowedPackages of policy 'p' has 'rabbit*-operator', which matches nothing; set a name, with a '*' at the end only"],
    ['a blank name', { name: 'p', allowedPublishers: [''] }, "allowedPublishers of policy 'p' has '', which matches nothing"],
    ...['quay.io/*', 'https://quay.io', 'quay.io/', 'quay.io/a@sha256:0'].map((registry): [string, object, string] => (
      [`the registry ${registry}`, { name: 'p', allowedRegistries: [registry] }, `allowedRegistries of policy 'p' has '${registry}', which matches nothing; set a registry, `
        + "optionally with a path, such as 'quay.io/my-team', which matches everything below it"])),
    ['channels of other packages than the allowed ones', { name: 'p', allowedPackages: ['cache*'], allowedChannels: ['queue/stable'] },
      "policy 'p' allows nothing: allowedChannels is 'queue/stable', which are channels of other packages than allowedPackages, 'cache*'; "
      + "add a channel of an allowed package, or one without a package such as 'stable'"],
    ['waivers that are not a list', { name: 'p', allowedPackages: ['a'], waivers: {} }, 'waivers must be a list of objects, got an object'],
    ['a waiver without a reason', { name: 'p', allowedPackages: ['a'], waivers: [{ id: 'policy-package' }] },
      'waivers[0].reason is required: set it to a string (reason why its findings are acceptable, shown in reports)'],
    ['a waiver of a check', { name: 'p', allowedPackages: ['a'], waivers: [{ id: 'olm-twice', reason: 'x' }] }, "policy 'p': waivers[0] names the unknown check 'olm-twice'"],
  ])('refuses %s', (_, props, message) => {
    expect(() => new OperatorPolicy(props as OperatorPolicyProps)).toThrow(message);
  });
});
