import * as pulumi from '@pulumi/pulumi';
import { InstallMode } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { BundleDeployment, DefaultCatalog, OlmInstallation, OlmVersion } from 'olm-constructs/pulumi';

/** What examples/pulumi-yaml has, in TypeScript. */
const olm = new OlmInstallation('olm', { version: OlmVersion.parse('0.46.0'), defaultCatalog: DefaultCatalog.none() });

const hello = new BundleDeployment('hello', {
  bundle: Bundle.fromDirectory(new pulumi.Config().require('bundle')), namespace: 'hello', installMode: InstallMode.ownNamespace(),
}, { dependsOn: olm });

export const version = hello.version;
