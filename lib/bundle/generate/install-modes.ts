import { mapListField, stringField } from '../../formats/json/json-value';
import { InstallModeType } from '../model/cluster-service-version-spec';
import { GenerationNoteCode } from '../model/generation-note';
import { containersOf, type InstalledDeployment, WATCH_NAMESPACE } from './deployments';
import type { GenerationNotes } from './generation-notes';
import type { Permissions } from './permissions';
import type { Webhooks } from './webhooks';

const { OWN_NAMESPACE, SINGLE_NAMESPACE, ALL_NAMESPACES } = InstallModeType;

/**
 * Returns the install modes that an operator seems to support: all but MultiNamespace if it reads WATCH_NAMESPACE, only its own namespace if nothing
 * gives it rights in others, and otherwise all namespaces.
 */
export function proposedInstallModes(
  deployments: readonly InstalledDeployment[], { permissions, clusterPermissions }: Permissions, { definitions }: Webhooks, notes: GenerationNotes,
): InstallModeType[] {
  const [modes, reason] = proposal();
  notes.inform(GenerationNoteCode.INSTALL_MODES, `proposed install modes: ${modes.join(', ')}, because ${reason}; set installModes to decide yourself`);
  return modes;

  function proposal(): [InstallModeType[], string] {
    const variables = deployments.flatMap((deployment) => containersOf(deployment).flatMap((container) => mapListField(container, 'env').map((variable) => stringField(variable, 'name'))));
    if (definitions.some((definition) => definition['type'] === 'ConversionWebhook')) {
      return [[ALL_NAMESPACES], 'OLM allows conversion webhooks in this mode only'];
    }
    if (variables.includes(WATCH_NAMESPACE)) {
      return [[OWN_NAMESPACE, SINGLE_NAMESPACE, ALL_NAMESPACES], `a Deployment reads ${WATCH_NAMESPACE}`];
    }
    const grants = permissions.some(({ rules }) => rules.length > 0);
    return grants && clusterPermissions.length === 0 && definitions.length === 0 ? [[OWN_NAMESPACE], 'no binding gives the operator rights in other namespaces']
      : [[ALL_NAMESPACES], `no Deployment reads ${WATCH_NAMESPACE}`];
  }
}
