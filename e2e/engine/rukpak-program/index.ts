import * as path from 'node:path';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { BundleDeployment, ProvisionerClass, RukpakBundleDeployment, RukpakEngine, RukpakSource } from 'olm-constructs/pulumi';

/** A bundle of OLM and a folder, both with RukPak and waited for, and an object that depends on the operator. Settings of the stack vary them. */
const config = new pulumi.Config();
const examples = path.join(__dirname, '../../../examples');
const wait = { timeouts: { total: 120, transientGrace: 2, terminalGrace: 1, settling: 0.2 } };

const bundle = Bundle.fromDirectory(path.join(examples, config.get('bundle') ?? 'quickstart/bundle'));
const hello = new BundleDeployment('hello', { bundle, engine: new RukpakEngine(), wait });

const namespace = new kubernetes.core.v1.Namespace('greeter-namespace', { metadata: { name: 'greeter' } });
const image = config.get('image');
const greeter = new RukpakBundleDeployment('greeter', {
  name: 'greeter',
  provisionerClass: ProvisionerClass.PLAIN,
  source: image === undefined ? RukpakSource.localFolder(path.join(examples, 'rukpak/greeter')) : RukpakSource.image(image),
  installNamespace: namespace.metadata.name,
  wait,
});

new kubernetes.core.v1.ConfigMap('after', {
  metadata: { name: 'after', namespace: 'default' }, data: { csv: hello.csvName.apply((csv) => csv ?? '') },
}, { dependsOn: hello });

export const csvName = hello.csvName;
export const deployments = greeter.deployments;
