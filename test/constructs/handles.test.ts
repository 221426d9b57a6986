import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart, Duration, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import * as root from 'olm-constructs';
import { PlainBundle } from 'olm-constructs/bundle';
import * as gitops from 'olm-constructs/gitops';
import { InstallPermissions } from 'olm-constructs/report';
import * as rukpak from 'olm-constructs/rukpak';
import { groupBy } from '../../lib/text/group-by';
import { withFiles } from '../builders/bundle-files';
import { sampleBundle } from '../builders/sample-bundle';
import { synth } from '../builders/synthesized';

/** Every object that a construct creates is a public property of it, or nothing refers to it, so that no program writes a name twice. */

const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-handles-'));
const path = join(folder, 'program.js');
writeFileSync(path, 'console.log("waits")');
afterAll(() => rmSync(folder, { recursive: true }));

const program = gitops.InClusterProgram.fromFile(path);
const bundle = sampleBundle();
const engine = new root.OlmV1Engine();
const image = 'quay.io/example/catalog:v1';
const source = rukpak.RukpakSource.image('quay.io/example/bundle:v1');
const provisionerClass = rukpak.ProvisionerClass.PLAIN;
const subscribe = (chart: Chart): root.OperatorSubscription => (
  new root.OperatorSubscription(chart, 'operator', { catalog: root.CatalogRef.named('hub', 'olm'), packageName: 'demo' })
);
const plainBundle = (): PlainBundle => withFiles(
  { 'manifests/a.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }) }, (at) => PlainBundle.fromDirectory(at),
);

/** The account of a program: the ServiceAccount, its roles and their bindings. */
const ACCOUNT = { ServiceAccount: 'account', Role: 'account', RoleBinding: 'account', ClusterRole: 'account', ClusterRoleBinding: 'account' };

/** Why an object has no property: a phrase that begins with a dash. */
const JOB_ONLY = '- only the Job refers to it';

/** Each construct with everything that it can create, and the property that leads to the objects of each kind. */
const CONSTRUCTS: { readonly [name: string]: readonly [create: (chart: Chart) => Construct, handles: { readonly [kind: string]: string }] } = {
  'OlmInstallation': [(chart) => new root.OlmInstallation(chart, 'it', {
    monitoring: { prometheus: { name: 'prometheus', namespace: 'monitoring' } }, servingCertificates: root.ServingCertificates.certManager(),
  }), {
    CustomResourceDefinition: 'crds', Namespace: 'namespaces', NetworkPolicy: 'networkPolicies', ServiceAccount: 'serviceAccount',
    ClusterRole: 'aggregatedRoles, clusterRole, monitoring', ClusterRoleBinding: 'clusterRoleBinding, monitoring', OLMConfig: 'olmConfig',
    Issuer: 'servingCertificates', Certificate: 'servingCertificates', Deployment: 'catalogOperator, olmOperator', OperatorGroup: 'operatorGroups',
    ClusterServiceVersion: 'packageserver', CatalogSource: 'defaultCatalog', Role: 'monitoring', RoleBinding: 'monitoring', Service: 'monitoring',
    ServiceMonitor: 'monitoring',
  }],
  'OperatorRegistry': [(chart) => new root.OperatorRegistry(chart, 'it', { bundles: [bundle], replicas: 2 }), {
    ConfigMap: 'configMaps', NetworkPolicy: 'networkPolicy', Service: 'service', Deployment: 'deployment', PodDisruptionBudget: 'podDisruptionBudget',
    CatalogSource: 'catalogSource',
  }],
  'ImageCatalog': [(chart) => new root.ImageCatalog(chart, 'it', { image }), { CatalogSource: 'catalogSource' }],
  'ImageCatalog with OLM v1': [(chart) => new root.ImageCatalog(chart, 'it', { image, engine }), { ClusterCatalog: 'clusterCatalog.resource' }],
  'OperatorSubscription': [(chart) => new root.OperatorSubscription(chart, 'it', {
    catalog: new root.OperatorRegistry(chart, 'catalog', { bundles: [bundle] }), serviceAccount: root.OperatorServiceAccount.create({ clusterPermissions: true }),
  }), {
    Namespace: 'namespaceObject', ServiceAccount: 'serviceAccountObjects', Role: 'serviceAccountObjects', RoleBinding: 'serviceAccountObjects',
    OperatorGroup: 'operatorGroup', Subscription: 'subscription',
  }],
  'OperatorSubscription with OLM v1': [(chart) => new root.OperatorSubscription(chart, 'it', {
    catalog: new root.ImageCatalog(chart, 'catalog', { image, engine }), packageName: 'demo', engine,
  }), { Namespace: 'olmV1.extension.namespaceObject', ClusterExtension: 'olmV1.extension.resource' }],
  'BundleDeployment': [(chart) => new root.BundleDeployment(chart, 'it', { bundle }), {
    ConfigMap: 'olmV0.registry.configMaps', NetworkPolicy: 'olmV0.registry.networkPolicy', Service: 'olmV0.registry.service',
    Deployment: 'olmV0.registry.deployment', CatalogSource: 'olmV0.registry.catalogSource', Namespace: 'olmV0.subscription.namespaceObject',
    OperatorGroup: 'olmV0.subscription.operatorGroup', Subscription: 'olmV0.subscription.subscription',
  }],
  'BundleDeployment with OLM v1': [(chart) => new root.BundleDeployment(chart, 'it', { bundle, engine: new root.OlmV1Engine({ catalogImage: image }) }), {
    ClusterCatalog: 'olmV1.catalog.resource', Namespace: 'olmV1.extension.namespaceObject', ClusterExtension: 'olmV1.extension.resource',
  }],
  'BundleDeployment with RukPak': [(chart) => new root.BundleDeployment(chart, 'it', { bundle, engine: new root.RukpakEngine() }), {
    Namespace: 'rukpak.namespaceObject', ConfigMap: 'rukpak.deployment.configMaps', BundleDeployment: 'rukpak.deployment.resource',
  }],
  'BundleDeployment without OLM': [(chart) => new root.BundleDeployment(chart, 'it', { bundle, engine: new root.PlainEngine() }), {
    CustomResourceDefinition: 'plain.crds', Namespace: 'plain.objects', Deployment: 'plain.objects',
  }],
  'PlainBundleDeployment': [(chart) => new root.PlainBundleDeployment(chart, 'it', { bundle: plainBundle(), namespace: 'demo' }), {
    Namespace: 'objects', ConfigMap: 'objects',
  }],
  'ClusterCatalog': [(chart) => new root.ClusterCatalog(chart, 'it', { image }), { ClusterCatalog: 'resource' }],
  'ClusterExtension': [(chart) => new root.ClusterExtension(chart, 'it', {
    packageName: 'demo', catalogs: [new root.ClusterCatalog(chart, 'catalog', { image })],
  }), { Namespace: 'namespaceObject', ClusterExtension: 'resource' }],
  'InstallPlanApprovers': [(chart) => new root.InstallPlanApprovers(chart, 'it', { subjects: [root.RbacSubject.group('team')], namespaces: ['demo'] }), {
    ValidatingAdmissionPolicy: 'objects', ValidatingAdmissionPolicyBinding: 'objects', Role: 'objects', RoleBinding: 'objects',
  }],
  'InstallerRoles': [(chart) => new root.InstallerRoles(chart, 'it', {
    permissions: [InstallPermissions.of(bundle)], subjects: [root.RbacSubject.newServiceAccount('installer', 'demo')], namespace: 'demo',
  }), { ServiceAccount: 'objects', Role: 'objects', RoleBinding: 'objects' }],
  'RukpakBundle': [(chart) => new rukpak.RukpakBundle(chart, 'it', { source, provisionerClass }), { Bundle: 'resource' }],
  'RukpakBundleDeployment': [(chart) => new rukpak.RukpakBundleDeployment(chart, 'it', { source, provisionerClass, installNamespace: 'demo' }), {
    BundleDeployment: 'resource',
  }],
  'RukpakBundleInstance': [(chart) => new rukpak.RukpakBundleInstance(chart, 'it', { source, provisionerClass, version: rukpak.RukpakVersion.V0_5_0 }), {
    BundleInstance: 'resource',
  }],
  'OperatorWaitJob': [(chart) => new gitops.OperatorWaitJob(chart, 'it', { waitFor: [subscribe(chart)], program }), {
    ...ACCOUNT, ConfigMap: JOB_ONLY, Job: 'job',
  }],
  'OperatorRemovalJob': [(chart) => new gitops.OperatorRemovalJob(chart, 'it', { remove: [subscribe(chart)], crds: [], program }), {
    ...ACCOUNT, ConfigMap: JOB_ONLY, Job: 'job',
  }],
  'OperatorMetrics': [(chart) => new gitops.OperatorMetrics(chart, 'it', {
    allNamespaces: true, namespace: 'demo', program, serviceMonitor: { interval: Duration.seconds(30) },
  }), {
    ServiceAccount: 'account', ClusterRole: 'account', ClusterRoleBinding: 'account', Deployment: 'deployment', Service: 'service', ServiceMonitor: 'serviceMonitor',
  }],
  'ArgoCdApplication': [(chart) => new gitops.ArgoCdApplication(chart, 'it', { name: 'it', source: { repoUrl: 'https://git.example.com/it.git', path: 'it' } }), {
    Application: 'resource',
  }],
  'ArgoCdApplicationSet': [(chart) => new gitops.ArgoCdApplicationSet(chart, 'it', {
    name: 'it', applicationName: 'it-{{.name}}', source: { repoUrl: 'https://git.example.com/it.git', path: 'it' }, generators: [gitops.ArgoCdGenerator.list([{ name: 'a' }])],
  }), { ApplicationSet: 'resource' }],
  'ArgoCdProject': [(chart) => new gitops.ArgoCdProject(chart, 'it', { name: 'it' }), { AppProject: 'resource' }],
  'FluxGitRepository': [(chart) => new gitops.FluxGitRepository(chart, 'it', { url: 'https://git.example.com/it.git' }), { GitRepository: 'resource' }],
  'FluxOciRepository': [(chart) => new gitops.FluxOciRepository(chart, 'it', { url: 'oci://registry.example.com/it' }), { OCIRepository: 'resource' }],
  'FluxKustomization': [(chart) => new gitops.FluxKustomization(chart, 'it', { source: gitops.FluxSourceRef.gitRepository('it') }), { Kustomization: 'resource' }],
};

/** Constructs that create no objects of their own, or give them out by a method. */
const WITHOUT_OBJECTS: { readonly [name: string]: string } = {
  Bundle: 'an object itself', BundleDeploymentV1Alpha2: 'an object itself', BundleInstance: 'an object itself',
  Cluster: 'the boundary of other constructs', Fleet: 'an app of clusters', OperatorLock: 'reads a file', FluxStages: 'kustomization() returns each of its Kustomizations',
};

/** Returns the public properties that lead to objects, such as `olmV0.registry.configMaps`. */
function handlesOf(construct: object): Map<ApiObject, string> {
  const found = new Map<ApiObject, string>();
  const visited = new Set<unknown>();
  const visit = (value: unknown, at: string): void => {
    if (ApiObject.isApiObject(value)) {
      found.set(value, found.get(value) ?? at);
    } else if (Array.isArray(value)) {
      value.forEach((item) => visit(item, at));
    } else if (typeof value === 'object' && value !== null && !visited.has(value) && !Chart.isChart(value)) {
      visited.add(value);
      publicNames(value).forEach((name) => visit(read(value, name), at === '' ? name : `${at}.${name}`));
    }
  };
  visit(construct, '');
  return found;
}

/** Names of the fields and getters of an object, except for internal ones and for what every construct has. */
function publicNames(value: object): string[] {
  const chain: object[] = [];
  for (let each = value; each !== Object.prototype && each !== Construct.prototype && each !== null; each = Object.getPrototypeOf(each) as object) {
    chain.push(each);
  }
  const names = chain.flatMap((each) => Object.entries(Object.getOwnPropertyDescriptors(each)))
    .filter(([name, property]) => /^[a-z]/.test(name) && name !== 'node' && ('get' in property || typeof property.value !== 'function'));
  return [...new Set(names.map(([name]) => name))];
}

/** Returns a property, or undefined if it has no value with the engine. */
function read(value: object, name: string): unknown {
  try {
    return (value as { readonly [name: string]: unknown })[name];
  } catch {
    return undefined;
  }
}

function objectsIn(construct: Construct): ApiObject[] {
  return construct.node.findAll().filter((found): found is ApiObject => ApiObject.isApiObject(found));
}

test.each(Object.entries(CONSTRUCTS))('a property of %s leads to each of its objects, or nothing refers to it', (_, [create, expected]) => {
  const construct = create(new Chart(new App(), 'test'));
  const handles = handlesOf(construct);
  const reason = ({ kind }: ApiObject): string => (expected[kind]?.startsWith('- ') === true ? expected[kind] : 'no property');
  const ofKinds = groupBy(objectsIn(construct), ({ kind }) => kind);
  const found = [...ofKinds].map(([kind, objects]) => [kind, [...new Set(objects.map((object) => handles.get(object) ?? reason(object)))].sort().join(', ')]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('every construct of the package is in the table', () => {
  const classes = Object.entries({ ...root, ...gitops, ...rukpak } as { readonly [name: string]: unknown })
    .filter(([, value]) => typeof value === 'function' && (value as { readonly prototype: unknown }).prototype instanceof Construct)
    .map(([name]) => name);
  expect(classes.filter((name) => CONSTRUCTS[name] === undefined).sort()).toEqual(Object.keys(WITHOUT_OBJECTS).sort());
});

describe('what others refer to', () => {
  test('is given by the OLM of the app: its OperatorGroup for all namespaces, with the namespace and the order', () => {
    const chart = Testing.chart();
    const olm = new root.OlmInstallation(chart, 'olm');
    const operator = new root.OperatorSubscription(chart, 'operator', {
      catalog: olm.defaultCatalogRef!, packageName: 'demo', namespace: olm.operatorNamespace, createNamespace: false, operatorGroup: olm.globalOperators,
    });
    Testing.synth(chart);

    expect(operator).toMatchObject({ operatorGroupName: 'global-operators', installMode: root.InstallMode.allNamespaces() });
    expect(operator.subscription.node.dependencies).toContain(olm.globalOperators.object);
    expect([olm.namespaceObject, olm.operatorNamespaceObject, olm.catalogNamespaceObject].map((object) => object?.name)).toEqual(['olm', 'operators', 'olm']);
  });

  test.each([
    ['an OLM that is in the cluster already', (chart: Chart) => root.OlmInstallation.fromExisting(chart, 'olm')],
    ['the OLM of OpenShift', (chart: Chart) => root.OlmInstallation.fromOpenShift(chart, 'olm')],
  ])('is given by %s, for operators that watch all namespaces', (_, create) => {
    const chart = Testing.chart();
    const olm = create(chart);
    const operator = new root.OperatorSubscription(chart, 'operator', {
      catalog: root.CatalogRef.named('hub', olm.catalogNamespace), packageName: 'demo', namespace: olm.operatorNamespace, createNamespace: false,
      operatorGroup: olm.globalOperators,
    });
    Testing.synth(chart);

    expect(operator).toMatchObject({ operatorGroupName: 'global-operators', installMode: root.InstallMode.allNamespaces() });
  });

  test('is given by a Subscription for the others of its namespace', () => {
    const chart = Testing.chart();
    const first = subscribe(chart);
    const second = new root.OperatorSubscription(chart, 'second', {
      catalog: first.catalog, packageName: 'second', namespace: first.namespace, createNamespace: false, operatorGroup: first.operatorGroupRef,
    });
    const third = new root.OperatorSubscription(chart, 'third', {
      catalog: first.catalog, packageName: 'third', namespace: first.namespace, createNamespace: false, operatorGroup: second.operatorGroupRef,
    });
    Testing.synth(chart);

    expect([second, third].map(({ operatorGroup }) => operatorGroup)).toEqual([first.operatorGroup, first.operatorGroup]);
    expect(() => new root.OperatorSubscription(chart, 'v1', { catalog: new root.ImageCatalog(chart, 'c', { image, engine }), packageName: 'p', engine }).operatorGroupRef)
      .toThrow('`operatorGroupRef` has no value: the package is installed by OLM v1');
  });

  test.each<[string, (chart: Chart) => void, string]>([
    ['globalOperators', (chart) => {
      const olm = new root.OlmInstallation(chart, 'olm');
      new root.OperatorSubscription(chart, 'it', { catalog: olm.defaultCatalogRef!, packageName: 'demo', namespace: olm.operatorNamespace, createNamespace: false });
    }, "set `operatorGroup` to the `globalOperators` of 'test/olm'"],
    ['operatorGroupRef', (chart) => {
      const { catalog, namespace } = subscribe(chart);
      new root.OperatorSubscription(chart, 'it', { catalog, packageName: 'second', namespace, createNamespace: false });
    }, "set `operatorGroup` to the `operatorGroupRef` of 'test/it'"],
  ])('is named by the error that proposes it: %s', (_, create, error) => {
    const chart = Testing.chart();
    create(chart);
    expect(() => synth(chart)).toThrow(error);
  });
});
