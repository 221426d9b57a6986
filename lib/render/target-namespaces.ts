import { type InstallMode } from '../bundle/model/install-mode';
import { InstallModeType } from '../bundle/model/cluster-service-version-spec';
import { quoted } from '../text/phrases';
import type { Operator } from './model/operator';
import { RenderErrorCode, type RenderProblems } from './model/render-error';

const { ALL_NAMESPACES, MULTI_NAMESPACE, OWN_NAMESPACE, SINGLE_NAMESPACE } = InstallModeType;

/** Methods that create an install mode, by its type. */
const METHODS: { readonly [type: string]: string } = {
  [OWN_NAMESPACE]: 'InstallMode.ownNamespace()',
  [SINGLE_NAMESPACE]: 'InstallMode.singleNamespace(namespace)',
  [MULTI_NAMESPACE]: 'InstallMode.multiNamespace(namespaces)',
  [ALL_NAMESPACES]: 'InstallMode.allNamespaces()',
};

/**
 * Returns the namespaces that the operator watches. An empty string means all.
 *
 * @param compatible whether the default is all namespaces or none, as in OLM v1, instead of the operator's own namespace
 * @param problems receives the reason why the operator cannot watch them
 */
export function chooseTargetNamespaces(
  operator: Pick<Operator, 'installModes' | 'csv'>, installNamespace: string, mode: InstallMode | undefined, compatible: boolean, problems: RenderProblems,
): string[] {
  const { csv, installModes: supported } = operator;
  const choices = Object.keys(METHODS).filter((type) => supported.includes(type)).map((type) => METHODS[type]!);
  const remedy = choices.length === 0 ? 'it supports none' : `set installMode to ${choices.join(' or ')}`;
  if (mode === undefined) {
    if (supported.includes(ALL_NAMESPACES)) {
      return [''];
    }
    if (supported.includes(OWN_NAMESPACE) && !compatible) {
      return [installNamespace];
    }
    problems.addAt(RenderErrorCode.INSTALL_MODE, csv, ['spec', 'installModes'],
      `the namespaces to watch are not specified, and the operator does not support ${ALL_NAMESPACES}; ${remedy}`);
    return [];
  }
  const targets = targetsOf(mode, installNamespace);
  const missing = requiredModes(targets, installNamespace).filter((type) => !supported.includes(type));
  if (missing.length > 0) {
    const watching = targets[0] === '' ? 'all namespaces' : `namespace${targets.length === 1 ? '' : 's'} ${targets.map(quoted).join(', ')}`;
    problems.addAt(RenderErrorCode.INSTALL_MODE, csv, ['spec', 'installModes'],
      `the operator must support ${missing.join(' and ')} to watch ${watching} from the namespace ${quoted(installNamespace)}; ${remedy}`);
  }
  return targets;
}

function targetsOf({ type, targetNamespaces }: InstallMode, installNamespace: string): string[] {
  return type === ALL_NAMESPACES ? [''] : type === OWN_NAMESPACE ? [installNamespace] : targetNamespaces;
}

function requiredModes(targets: readonly string[], installNamespace: string): string[] {
  if (targets.length > 1) {
    return targets.includes(installNamespace) ? [MULTI_NAMESPACE, OWN_NAMESPACE] : [MULTI_NAMESPACE];
  }
  return targets[0] === '' ? [ALL_NAMESPACES] : targets[0] === installNamespace ? [OWN_NAMESPACE] : [SINGLE_NAMESPACE];
}
