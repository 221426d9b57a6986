import { App, Chart } from 'cdk8s';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { InstallMode } from '../../bundle/model/install-mode';
import { defined } from '../../formats/json/defined';
import { InstalledOperator, OperatorMigration, planOperator, unknownOperator } from '../../olm/v1/operator-migration';
import { ConstructError } from '../model/construct-error';
import { chooseExtension } from './extension-choice';
import type { OlmV1Target } from './olm-v1-target';

/**
 * Returns how an operator of OLM v0 moves to OLM v1: in its current install mode if OLM v1 supports that, otherwise for all namespaces.
 *
 * @param installMode current install mode, or undefined if it is not known
 */
export function migrationOf(installed: InstalledOperator, installMode: InstallMode | undefined, target: OlmV1Target): OperatorMigration {
  const isGlobal = installMode?.type === InstallModeType.ALL_NAMESPACES;
  const facts = { ...installed, version: target.version, isExperimental: target.experimental };
  const same = installMode === undefined ? undefined : refusalOf(installed, target, isGlobal ? undefined : installMode);
  if (installMode !== undefined && (same === undefined || isGlobal)) {
    return planOperator({ ...facts, refusals: same === undefined ? [] : [same], widens: false });
  }
  const global = refusalOf(installed, target, undefined);
  if (installMode === undefined && global !== undefined) {
    return unknownOperator(installed.operator, [`It is not known whether OLM v1 would install it: not for all namespaces. ${global}`, ...installed.unknown ?? []].join(' '));
  }
  return planOperator({ ...facts, refusals: global === undefined ? [] : [global], widens: installMode !== undefined && global === undefined });
}

/** Returns why a ClusterExtension of the bundle is refused, as a sentence, or undefined if it is accepted. */
function refusalOf(
  { bundle, namespace }: InstalledOperator, { version, experimental }: OlmV1Target, installMode: InstallMode | undefined,
): string | undefined {
  try {
    chooseExtension(new Chart(new App(), 'migration'), {
      bundles: [bundle], namespace, olmVersion: version, experimental, ...defined({ installMode }),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConstructError)) {
      throw error;
    }
    const sentence = error.message.slice(`[${error.path}] `.length);
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  }
}
