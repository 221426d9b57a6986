import {
  anyOf, failed, field, hasCondition, hasCurrent, HealthRule, ifNewer, isLess, isOneOf, isSame, isSet, KindHealth, messageOf, not, progressing, ready,
} from './health-rule';
import { OLM_V1_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { WANTED_CSV } from '../../formats/schema/wanted-csv';
import { CSV_HEALTH, OLM_V0_HEALTH, SUBSCRIPTION_HEALTH } from './olm-v0-health';

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
    progressing([isSet(WANTED), isSet(INSTALLED), not(isSame(INSTALLED, WANTED))], INSTALLED, ifNewer(INSTALLED, WANTED, [' is installed; OLM v1 downgrades it to the older ', WANTED, ' only with the upgrade constraint policy SelfCertified'],
      [' is installed; OLM v1 has not begun to install ', WANTED])),
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

const OLM_V1_HEALTH: readonly KindHealth[] = [CLUSTER_EXTENSION_HEALTH, CLUSTER_CATALOG_HEALTH];

/** Since 0.9.0, RukPak reports the generation that it has processed. */
const IS_OUTDATED = progressing(
  [isLess(field('status', 'observedGeneration'), field('metadata', 'generation'))], 'RukPak has not processed the last change of it',
);

const BUNDLE_HEALTH: KindHealth = {
  group: RUKPAK_GROUP,
  kind: 'Bundle',
  rules: [
    IS_OUTDATED,
    ready([isOneOf(field('status', 'phase'), 'Unpacked')], messageOf('Unpacked')),
    failed([isOneOf(field('status', 'phase'), 'Failing')], messageOf('Unpacked')),
    progressing([isSet(field('status', 'phase'))], field('status', 'phase'), ': ', messageOf('Unpacked')),
    progressing([], 'RukPak has not processed it yet'),
  ],
};

/** Rules of BundleDeployments and BundleInstances. In `v1alpha2`, an error of reading the bundle remains in `HasValidBundle` after it is resolved. */
const INSTALLATION_RULES: readonly HealthRule[] = [
  IS_OUTDATED,
  failed([hasCondition('Healthy', 'False')], messageOf('Healthy')),
  progressing([hasCondition('HasValidBundle', undefined, 'UnpackPending', 'Unpacking')], messageOf('HasValidBundle')),
  progressing([hasCondition('Unpacked', undefined, 'UnpackPending', 'Unpacking')], messageOf('Unpacked')),
  failed([anyOf(hasCondition('HasValidBundle', undefined, 'UnpackFailed'), hasCondition('HasValidBundle', 'Unknown'))], messageOf('HasValidBundle')),
  failed([hasCondition('Unpacked', undefined, 'UnpackFailed')], messageOf('Unpacked')),
  progressing([hasCondition('Installed', 'False', 'BundleUnpackPending', 'BundleUnpackRunning', 'BundleUnpacking')], messageOf('Installed')),
  failed([hasCondition('Installed', 'False')], messageOf('Installed')),
  ready([hasCondition('Installed', 'True')], messageOf('Installed')),
  failed([hasCondition('HasValidBundle', 'False')], messageOf('HasValidBundle')),
  progressing([], 'RukPak has not processed it yet'),
];

const RUKPAK_HEALTH: readonly KindHealth[] = [
  BUNDLE_HEALTH,
  { group: RUKPAK_GROUP, kind: 'BundleDeployment', rules: INSTALLATION_RULES },
  { group: RUKPAK_GROUP, kind: 'BundleInstance', rules: INSTALLATION_RULES },
];

/** Health checks of all kinds of OLM v0, OLM v1 and RukPak. */
export const KNOWN_HEALTH: readonly KindHealth[] = [SUBSCRIPTION_HEALTH, CSV_HEALTH, ...OLM_V0_HEALTH, ...OLM_V1_HEALTH, ...RUKPAK_HEALTH];
