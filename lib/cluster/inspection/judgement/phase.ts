import { ClusterCatalogPhase } from '../../waiting/olm-v1/cluster-catalog-waiter';
import { ClusterExtensionPhase } from '../../waiting/olm-v1/cluster-extension-waiter';
import { CatalogPhase } from '../../waiting/olm/catalog-waiter';
import { OlmPhase } from '../../waiting/olm/olm-waiter';
import { OperatorPhase } from '../../waiting/operator/operator-options';
import { PlainPhase } from '../../waiting/plain/plain-waiter';
import { RukpakInstallationPhase } from '../../waiting/rukpak/rukpak-installation-waiter';

/** Phase of an object that is judged: that of its waiter, `ready`, or that of an object without a waiter. */
export type JudgedPhase = 'ready' | 'detecting' | 'deleting' | 'checking' | 'applying' | OlmPhase | CatalogPhase | OperatorPhase | ClusterCatalogPhase
  | ClusterExtensionPhase | PlainPhase | RukpakInstallationPhase;
