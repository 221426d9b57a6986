import type { Rule } from '../model/rule';
import { CATALOG_RULES } from './olm-constructs/catalog';
import { DEPLOYMENT_RULES } from './olm-constructs/deployments';
import { FILE_RULES } from './olm-constructs/files';
import { OLM_V1_RULES } from './olm-constructs/olm-v1';
import { PERMISSION_RULES } from './olm-constructs/permissions';
import { POD_RULES } from './olm-constructs/pods';
import { SIZE_LIMIT_RULES } from './olm-constructs/sizes';
import { UPGRADE_RULES } from './olm-constructs/upgrade';
import { WEBHOOK_RULES } from './olm-constructs/webhooks';

/** Rules about problems that upstream's tools miss, and that stop an installation later. */
export const OLM_CONSTRUCTS_RULES: readonly Rule[] = [
  ...FILE_RULES,
  ...CATALOG_RULES,
  ...UPGRADE_RULES,
  ...DEPLOYMENT_RULES,
  ...WEBHOOK_RULES,
  ...PERMISSION_RULES,
  ...POD_RULES,
  ...SIZE_LIMIT_RULES,
  ...OLM_V1_RULES,
];
