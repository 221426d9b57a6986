import { App, Chart } from 'cdk8s';
import { ConstructError } from './model/construct-error';
import { chooseExtension } from './olm-v1/extension-choice';
import { InstallMode, InstallModeType } from '../bundle/model/install-mode';
import { MigrationFacts } from '../olm/v1/migration/migration-facts';

/** What a ClusterExtension would do with a bundle of OLM v0. */
export interface MigrationTarget {
  /** Reasons why OLM v1 would not install the bundle, as sentences, or an empty list if it would. */
  readonly refusals: readonly string[];

  /** Whether the operator will watch all namespaces, which it does not today. */
  readonly widens: boolean;
}

/** Returns what a ClusterExtension would do with a bundle: in its current install mode if OLM v1 supports that, otherwise for all namespaces. */
export function migrationTarget(facts: Omit<MigrationFacts, 'refusals' | 'widens'>, installMode: InstallMode): MigrationTarget {
  const isGlobal = installMode.type === InstallModeType.ALL_NAMESPACES;
  const same = refusalOf(facts, isGlobal ? undefined : installMode);
  if (same === undefined || isGlobal) {
    return { refusals: same === undefined ? [] : [same], widens: false };
  }
  const global = refusalOf(facts, undefined);
  return global === undefined ? { refusals: [], widens: true } : { refusals: [global], widens: false };
}

/** Returns why a ClusterExtension of the bundle is refused, as a sentence, or undefined if it is accepted. */
function refusalOf(
  { bundle, namespace, version, isExperimental }: Omit<MigrationFacts, 'refusals' | 'widens'>, installMode: InstallMode | undefined,
): string | undefined {
  const scope = new Chart(new App(), 'migration');
  try {
    chooseExtension(scope, {
      bundles: [bundle], namespace, olmVersion: version, experimental: isExperimental, ...(installMode === undefined ? {} : { installMode }),
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
