import { failed, field, hasCondition, hasCurrent, isOneOf, isSame, isSet, KindHealth, messageOf, not, progressing, ready } from './health-rule';
import { OLM_V1_GROUP } from '../../olm/v1/model/olm-v1-names';
import { WANTED_CSV } from '../model/wanted-csv';

const WANTED = field('metadata', 'annotations', WANTED_CSV);
const INSTALLED = field('status', 'install', 'bundle', 'name');

/** ClusterExtension of OLM v1. Conditions of an earlier generation are ignored. `Retrying` may be a transient error, so it is not a failure. */
const CLUSTER_EXTENSION_HEALTH: KindHealth = {
  group: OLM_V1_GROUP,
  kind: 'ClusterExtension',
  rules: [
    progressing([not(hasCurrent('Progressing'))], 'operator-controller has not processed it yet'),
    failed([hasCondition('Progressing', 'False')], messageOf('Progressing')),
    failed([hasCondition('Progressing', undefined, 'Blocked', 'InvalidConfiguration', 'ProgressDeadlineExceeded')], messageOf('Progressing')),
    progressing([not(hasCondition('Progressing', 'True', 'Succeeded'))], messageOf('Progressing')),
    failed([hasCurrent('Installed', 'False', 'Failed')], messageOf('Installed')),
    progressing([isSet(WANTED), isSet(INSTALLED), not(isSame(INSTALLED, WANTED))], INSTALLED, ' is installed; OLM v1 has not begun to install ', WANTED),
    ready([hasCurrent('Installed', 'True')], messageOf('Installed')),
    progressing([], messageOf('Installed')),
  ],
};

const IS_DISABLED = isOneOf(field('spec', 'availabilityMode'), 'Unavailable');

/** ClusterCatalog of OLM v1. While a new image cannot be pulled, catalogd serves the previous one: `Serving` alone is not enough. */
const CLUSTER_CATALOG_HEALTH: KindHealth = {
  group: OLM_V1_GROUP,
  kind: 'ClusterCatalog',
  rules: [
    ready([IS_DISABLED, hasCurrent('Serving', undefined, 'UserSpecifiedUnavailable')], 'disabled: availabilityMode is Unavailable'),
    progressing([not(hasCurrent('Progressing'))], 'catalogd has not processed it yet'),
    failed([hasCondition('Progressing', 'False')], messageOf('Progressing')),
    failed([hasCondition('Progressing', undefined, 'Blocked')], messageOf('Progressing')),
    progressing([not(hasCondition('Progressing', undefined, 'Succeeded'))], messageOf('Progressing')),
    ready([hasCurrent('Serving', 'True')], messageOf('Serving')),
    progressing([], messageOf('Serving')),
  ],
};

export const OLM_V1_HEALTH: readonly KindHealth[] = [CLUSTER_EXTENSION_HEALTH, CLUSTER_CATALOG_HEALTH];
