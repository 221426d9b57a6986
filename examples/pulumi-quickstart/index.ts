import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { Bundle, BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs/pulumi';

// `pulumi config set wait false`: make the objects, and wait neither for OLM nor for the operator.
const wait = new pulumi.Config().getBoolean('wait') === false ? false : {};

// Without the catalog of OperatorHub.io nothing here depends on what a cluster can reach from outside.
const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait });

const hello = new BundleDeployment('hello', {
  bundle: Bundle.fromDirectory(join(__dirname, '../quickstart/bundle')),
  wait,
}, { dependsOn: olm });

/** Where the operator is installed. */
export const namespace = hello.namespace;
