import { join } from 'node:path';
import { Bundle, BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs/pulumi';

// Without the catalog of OperatorHub.io nothing here depends on what a cluster can reach from outside.
const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });

const hello = new BundleDeployment('hello', {
  bundle: Bundle.fromDirectory(join(__dirname, '../quickstart/bundle')),
}, { dependsOn: olm });

/** Where the operator is installed. */
export const namespace = hello.namespace;
