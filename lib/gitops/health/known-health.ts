import { CSV_HEALTH } from './csv-health';
import { KindHealth } from './health-rule';
import { OLM_V0_HEALTH } from './olm-v0-health';
import { OLM_V1_HEALTH } from './olm-v1-health';
import { RUKPAK_HEALTH } from './rukpak-health';
import { SUBSCRIPTION_HEALTH } from './subscription-health';

/** Health checks of all kinds of OLM v0, OLM v1 and RukPak. */
export const KNOWN_HEALTH: readonly KindHealth[] = [SUBSCRIPTION_HEALTH, CSV_HEALTH, ...OLM_V0_HEALTH, ...OLM_V1_HEALTH, ...RUKPAK_HEALTH];
