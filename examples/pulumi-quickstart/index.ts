import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs/pulumi';

// `pulumi config set wait false`: create the objects without waiting for OLM or the operator.
const wait = new pulumi.Config().getBoolean('wait') === false ? false : {};

// Without the catalog of OperatorHub.io the cluster needs no access to it.
const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait });

const hello = new BundleDeployment('hello', {
  bundle: Bundle.fromDirectory(join(__dirname, '../quickstart/bundle')),
  wait,
}, { dependsOn: olm });

/** Namespace of the operator. */
export const namespace = hello.namespace;
