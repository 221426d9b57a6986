import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ClusterCatalogReady, ClusterExtensionReady } from 'olm-constructs/pulumi';

/** A catalog and an operator of OLM v1, each waited for. Settings of the stack select image and version. */
const config = new pulumi.Config();
const version = config.require('version');
const timeouts = { total: 120, transientGrace: 4, terminalGrace: 2 };
const apiVersion = 'olm.operatorframework.io/v1';

const catalog = new kubernetes.apiextensions.CustomResource('team', {
  apiVersion, kind: 'ClusterCatalog', metadata: { name: 'team' }, spec: { source: { type: 'Image', image: { ref: config.require('image') } } },
});
const served = new ClusterCatalogReady('team-ready', { name: 'team', revision: config.require('image'), timeouts, remove: true }, { dependsOn: catalog });

const namespace = new kubernetes.core.v1.Namespace('hello-namespace', { metadata: { name: 'hello' } });
const extension = new kubernetes.apiextensions.CustomResource('hello', {
  apiVersion,
  kind: 'ClusterExtension',
  metadata: { name: 'hello' },
  spec: { namespace: 'hello', source: { sourceType: 'Catalog', catalog: { packageName: 'hello-operator', version } } },
}, { dependsOn: [served, namespace] });
const ready = new ClusterExtensionReady('hello-ready', { name: 'hello', version, timeouts }, { dependsOn: extension });

export const resolvedImage = served.resolvedImage;
export const bundleName = ready.bundleName;
