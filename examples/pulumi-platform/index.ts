import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { Bundle, DefaultCatalog, OlmInstallation, OperatorRegistry } from 'olm-constructs/pulumi';
import { TeamOperators } from './team-operators';

const config = new pulumi.Config();

// `pulumi config set wait false`: make the objects, and wait neither for OLM nor for the catalog.
const wait = config.getBoolean('wait') === false ? false : {};

const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait });

// One catalog for all teams, with what the platform team has looked at.
const registry = new OperatorRegistry('approved', {
  bundles: [Bundle.fromDirectory(join(__dirname, '../quickstart/bundle'))],
  olm,
  wait,
});

const blue = new TeamOperators('blue', { registry, packages: ['hello-operator'], costCenter: config.get('costCenter') ?? '4711' });

/** Where the operators of the team are. */
export const namespace = blue.namespace;
