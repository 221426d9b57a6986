import type * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { withFiles } from '../builders/bundle-files';
import * as constructs from '../../lib';
import { PlainBundle } from '../../lib/bundle';
import {
  BundleDeployment, CatalogReady, CatalogRef, ChartComponent, ClusterCatalog, ClusterCatalogReady, ClusterExtension, ClusterExtensionReady,
  ExistingOlm, ImageCatalog, InstallPlanApprovers, InstallerRoles, OlmDetection, OlmInstallation, OlmReady, OperatorAdoption, OperatorNamespace,
  OperatorReady, OperatorRegistry, OperatorSubscription, PlainBundleDeployment, PlainManifests, PlainReady, ProvisionerClass, RbacSubject,
  RukpakBundle, RukpakBundleDeployment, RukpakBundleInstance, RukpakReady, RukpakSource, RukpakVersion,
} from '../../lib/pulumi';
import { InstallPermissions } from '../../lib/report';
import { HELLO } from './hello-bundle';

/** Arguments that select the cluster of waiters. */
export type Cluster = { readonly kubeconfig?: pulumi.Input<string | object>; readonly context?: pulumi.Input<string> };

/** Creates a resource, whose waiters are in a cluster. */
export type Make = (cluster: Cluster, options?: pulumi.ResourceOptions, name?: string) => pulumi.Resource;

const IN_OLM = { namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' };
const PLAIN = withFiles({
  'manifests/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: hello}\nspec: {ports: [{port: 80}]}\n',
}, (folder) => PlainBundle.fromDirectory(folder));
const IMAGE = 'quay.io/demo/shop:v1';
const APP = { provisionerClass: ProvisionerClass.PLAIN, source: RukpakSource.image('quay.io/demo/app:v1') };
const OLD = { provisionerClass: ProvisionerClass.PLAIN, version: RukpakVersion.V0_3_0 };

/** Each waiter, by its arguments. */
export const WAITERS: { readonly [args: string]: Make } = {
  CatalogReadyArgs: (cluster, options) => new CatalogReady('it', { namespace: 'olm', name: 'shop', ...cluster }, options),
  ClusterCatalogReadyArgs: (cluster, options) => new ClusterCatalogReady('it', { name: 'shop', ...cluster }, options),
  ClusterExtensionReadyArgs: (cluster, options) => new ClusterExtensionReady('it', { name: 'hello', ...cluster }, options),
  OlmDetectionArgs: (cluster, options) => new OlmDetection('it', { ...IN_OLM, existing: ExistingOlm.FAIL, ...cluster }, options),
  OlmReadyArgs: (cluster, options) => new OlmReady('it', { objects: [], ...cluster }, options),
  OperatorAdoptionArgs: (cluster, options) => new OperatorAdoption('it', { namespace: 'team', subscription: 'hello', package: 'hello', ...cluster }, options),
  OperatorNamespaceArgs: (cluster, options) => new OperatorNamespace('it', { namespace: 'team', ...cluster }, options),
  OperatorReadyArgs: (cluster, options) => new OperatorReady('it', { namespace: 'team', subscription: 'hello', ...cluster }, options),
  PlainReadyArgs: (cluster, options) => new PlainReady('it', { name: 'hello', namespace: 'team', objects: [], ...cluster }, options),
  RukpakReadyArgs: (cluster, options) => new RukpakReady('it', { kind: 'BundleDeployment', name: 'hello', ...cluster }, options),
};

/** Each component that has waiters, by its arguments. */
export const COMPONENTS: { readonly [args: string]: Make } = {
  BundleDeploymentArgs: (wait, options, name = 'it') => new BundleDeployment(name, { bundle: HELLO, wait }, options),
  ChartComponentArgs: (wait, options, name = 'it') => {
    const chart = new Chart(new App(), 'platform');
    new constructs.OlmInstallation(chart, 'olm');
    new constructs.BundleDeployment(chart, 'hello', { bundle: HELLO });
    return ChartComponent.fromChart(name, chart, { wait }, options);
  },
  ClusterCatalogArgs: (wait, options, name = 'it') => new ClusterCatalog(name, { image: IMAGE, name: 'shop', wait }, options),
  ClusterExtensionArgs: (wait, options, name = 'it') => new ClusterExtension(name, { packageName: 'hello', namespace: 'team', wait }, options),
  ExistingOlmArgs: (wait, options, name = 'it') => OlmInstallation.fromExisting(name, { namespace: 'lifecycle', wait }, options),
  ImageCatalogArgs: (wait, options, name = 'it') => new ImageCatalog(name, { image: IMAGE, name: 'mine', namespace: 'team', wait }, options),
  OlmInstallationArgs: (wait, options, name = 'it') => new OlmInstallation(name, { wait }, options),
  OpenShiftOlmArgs: (wait, options, name = 'it') => OlmInstallation.fromOpenShift(name, { wait }, options),
  OperatorRegistryArgs: (wait, options, name = 'it') => new OperatorRegistry(name, { bundles: [HELLO], wait }, options),
  OperatorSubscriptionArgs: (wait, options, name = 'it') => new OperatorSubscription(name, { catalog: CatalogRef.named('a', 'olm'), packageName: 'one', wait }, options),
  PlainBundleDeploymentArgs: (wait, options, name = 'it') => new PlainBundleDeployment(name, { bundle: PLAIN, namespace: 'team', wait }, options),
  RukpakBundleArgs: (wait, options, name = 'it') => new RukpakBundle(name, { ...APP, ...OLD, name: 'app-v1', wait }, options),
  RukpakBundleDeploymentArgs: (wait, options, name = 'it') => new RukpakBundleDeployment(name, { ...APP, name: 'app', installNamespace: 'team', wait }, options),
  RukpakBundleInstanceArgs: (wait, options, name = 'it') => new RukpakBundleInstance(name, { ...OLD, bundleName: 'app-v1', name: 'app', wait }, options),
};

/** Each component without waiters that creates objects, by its arguments. */
export const WITHOUT_WAITERS: { readonly [args: string]: Make } = {
  InstallPlanApproversArgs: (_, options, name = 'it') => (
    new InstallPlanApprovers(name, { namespaces: ['team'], subjects: [RbacSubject.group('approvers')] }, options)
  ),
  InstallerRolesArgs: (_, options, name = 'it') => new InstallerRoles(name, {
    permissions: [InstallPermissions.ofPlain(PlainManifests.render(HELLO, { installNamespace: 'team' }))],
    subjects: [RbacSubject.newServiceAccount('deployer')],
  }, options),
};
