import * as pulumi from '@pulumi/pulumi';
import { DefaultCatalog, ExistingOlm, OlmInstallation, OlmVersion } from 'olm-constructs/pulumi';

/** OLM in the release that a setting of the stack names, or one that is in the cluster already. */
const config = new pulumi.Config();
const existing = config.get<ExistingOlm>('existing');
// The API server may need five minutes to delete a CRD that was just changed.
const wait = { timeouts: { total: 420, settling: 0 } };

const olm = existing === ExistingOlm.USE ? OlmInstallation.fromExisting('olm', { wait }) : new OlmInstallation('olm', {
  version: OlmVersion.parse(config.require('version')),
  defaultCatalog: DefaultCatalog.none(),
  ...(existing === undefined ? {} : { existing }),
  wait,
});

export const release = olm.version?.version;
export const found = olm.found;
