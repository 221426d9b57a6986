import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { field } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { KINDS_WITH_CLOSED_FIELDS, unknownValues } from '../../olm/v0/settings/closed-values';
import { FindingSeverity } from '../../validation/model/finding';
import { type CheckDefinition, ownerOf } from './checked-cluster';

/** The API server accepts these values, and OLM takes them for something else. OperatorSubscriptions check theirs themselves. */
export const OLM_VALUE_UNKNOWN: CheckDefinition = {
  id: 'olm-value-unknown',
  severity: FindingSeverity.ERROR,
  summary: 'fields of Subscriptions and CatalogSources have values that OLM knows',
  remedy: 'set the field to one of these values, with the same upper and lower case',
  source: 'https://olm.operatorframework.io/docs/concepts/crds/subscription/#manually-approving-upgrades-via-subscriptions',
  find: (view) => KINDS_WITH_CLOSED_FIELDS.flatMap((kind) => view.ofKind(OLM_GROUP, kind))
    .filter(({ node: { scope } }) => !OperatorSubscription.isOperatorSubscription(scope))
    .flatMap((object) => unknownValues(object.kind, field(view.manifestOf(object), 'spec'), (value) => view.isUnknown(value)).map((message) => ({ constructs: [ownerOf(object)], message }))),
};
