import type { Rule } from '../model/rule';
import { CATALOG_RULES } from './olm-constructs/catalog';
import { DEPLOYMENT_RULES } from './olm-constructs/deployments';
import { FILE_RULES } from './olm-constructs/files';
import { OLM_V1_RULES } from './olm-constructs/olm-v1';
import { PERMISSION_RULES } from './olm-constructs/permissions';
import { POD_RULES } from './olm-constructs/pods';
import { PROPERTY_RULES } from './olm-constructs/properties';
import { SIZE_LIMIT_RULES } from './olm-constructs/sizes';
import { STRING_RULES } from './olm-constructs/strings';
import { UPGRADE_RULES } from './olm-constructs/upgrade';
import { WEBHOOK_RULES } from './olm-constructs/webhooks';
import { CRD_SCHEMA_RULES } from './olm-v0/crd-schemas';
import { CSV_OBJECT_RULES } from './olm-v0/csv-object';
import { DEPLOYMENT_OBJECT_RULES } from './olm-v0/deployments';
import { MANIFEST_RULES } from './olm-v0/manifests';
import { ROLE_RULES } from './olm-v0/permissions';
import { SERVED_API_RULES } from './olm-v0/served-apis';

/** Rules about problems that upstream's tools miss, and that stop an installation later. */
export const OLM_CONSTRUCTS_RULES: readonly Rule[] = [
  ...FILE_RULES,
  ...CATALOG_RULES,
  ...UPGRADE_RULES,
  ...PROPERTY_RULES,
  ...DEPLOYMENT_RULES,
  ...WEBHOOK_RULES,
  ...PERMISSION_RULES,
  ...POD_RULES,
  ...STRING_RULES,
  ...SIZE_LIMIT_RULES,
  ...OLM_V1_RULES,
];

/** IDs of those of these rules that stop an installation by OLM v0; the others are about what works in most cases, or about OLM v1. */
const STOPPING_OLM_V0 = [
  'property-requirement', 'installmode-twice', 'deployment-name', 'webhook-deployment', 'webhook-name', 'webhook-service', 'webhook-rules', 'webhook-conversion-crd',
  'webhook-conversion-modes', 'object-strings', 'size-annotations',
];

/** What OLM v0, or the API server on its behalf, refuses. */
export const OLM_V0_RULES: readonly Rule[] = [
  ...CSV_OBJECT_RULES,
  ...DEPLOYMENT_OBJECT_RULES,
  ...ROLE_RULES,
  ...SERVED_API_RULES,
  ...CRD_SCHEMA_RULES,
  ...MANIFEST_RULES,
  ...STOPPING_OLM_V0.map((id) => OLM_CONSTRUCTS_RULES.find((rule) => rule.id === id)!),
];
