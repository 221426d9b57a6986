import * as pulumi from '@pulumi/pulumi';
import { DefaultCatalog, ExistingOlm, OlmInstallation, OlmVersion } from 'olm-constructs/pulumi';

/** OLM in the release that a setting of the stack names, or one that is in the cluster already. */
const config = new pulumi.Config();
const existing = config.get<ExistingOlm>('existing');
const wait = { timeouts: { total: 180, settling: 0 } };

const olm = existing === ExistingOlm.USE ? OlmInstallation.fromExisting('olm', { wait }) : new OlmInstallation('olm', {
  version: OlmVersion.parse(config.require('version')),
  defaultCatalog: DefaultCatalog.none(),
  ...(existing === undefined ? {} : { existing }),
  wait,
});

export const release = olm.version?.version;
export const found = olm.found;
