import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { OperatorPolicy } from 'olm-constructs/gitops';
import { DefaultCatalog, InstallPlanApproval, OlmInstallation, OperatorRegistry, PlatformChecks } from 'olm-constructs/pulumi';
import { TeamOperators } from './team-operators';

const config = new pulumi.Config();

// `pulumi config set wait false`: create the objects without waiting for OLM or the catalog.
const wait = config.getBoolean('wait') === false ? false : {};

// What no team may do, however it creates its operators. Created first, it sees every resource of the program.
new PlatformChecks('checks', {
  policies: [new OperatorPolicy({ name: 'platform', allowedCatalogs: ['olm/approved'], allowedApprovals: [InstallPlanApproval.MANUAL] })],
});

const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait });

// One catalog for all teams, with the operators that the platform team has reviewed.
const registry = new OperatorRegistry('approved', {
  name: 'approved',
  bundles: [Bundle.fromDirectory(join(__dirname, '../quickstart/bundle'))],
  olm,
  wait,
});

const blue = new TeamOperators('blue', { registry, packages: ['hello-operator'], costCenter: config.get('costCenter') ?? '4711' });

/** Namespace of the team's operators. */
export const namespace = blue.namespace;
