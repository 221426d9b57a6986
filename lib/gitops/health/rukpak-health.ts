import { anyOf, failed, field, hasCondition, isLess, isOneOf, isSet, KindHealth, HealthRule, messageOf, progressing, ready } from './health-rule';
import { RUKPAK_GROUP } from '../../olm/rukpak/model/rukpak-names';

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

export const RUKPAK_HEALTH: readonly KindHealth[] = [
  BUNDLE_HEALTH,
  { group: RUKPAK_GROUP, kind: 'BundleDeployment', rules: INSTALLATION_RULES },
  { group: RUKPAK_GROUP, kind: 'BundleInstance', rules: INSTALLATION_RULES },
];
