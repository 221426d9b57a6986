import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { OperatorPolicy } from 'olm-constructs/gitops';
import { CatalogRef, OperatorSubscription, PlatformChecks } from 'olm-constructs/pulumi';

const config = new pulumi.Config();

if (config.get('checks') !== 'none') {
  new PlatformChecks('checks', { policies: [new OperatorPolicy({ name: 'platform', allowedPackages: [config.require('package')] })] });
}

const team = new kubernetes.core.v1.Namespace('team', { metadata: { name: 'team' } });

/** A preview knows the name of a Namespace, and not its uid. */
const operatorNamespace = config.get('unknown') === 'true' ? team.metadata.uid : team.metadata.name;

for (const name of config.require('operators').split(',')) {
  new OperatorSubscription(name, {
    catalog: CatalogRef.named('approved', 'olm'), packageName: name, namespace: operatorNamespace, createNamespace: false, wait: false,
  });
}

/** Namespace of the operators. */
export const namespace = operatorNamespace;
