import { CLUSTER_CAUSES } from './cluster-causes';
import { INSTALL_CAUSES } from './install-causes';
import { KnownCause } from './known-cause';
import { OLM_V1_CAUSES } from './olm-v1-causes';
import { PLAIN_CAUSES } from './plain-causes';
import { POD_CAUSES } from './pod-causes';
import { REMOVAL_CAUSES } from './removal-causes';
import { RESOLUTION_CAUSES } from './resolution-causes';
import { RUKPAK_CAUSES } from './rukpak-causes';

/** Causes that are used if no rule finds a more specific one. */
const GENERAL_CAUSES = {
  'warning-event': {
    grace: 'timeout',
    remedy: 'check whether it is related to the failure: events cover everything that happens nearby',
  },
  'unexplained': {
    grace: 'timeout',
    remedy: 'check the logs of the controllers',
    completedBy: 'controllers',
  },
} satisfies { [cause: string]: KnownCause };

const CAUSES = {
  ...CLUSTER_CAUSES, ...RESOLUTION_CAUSES, ...INSTALL_CAUSES, ...OLM_V1_CAUSES, ...PLAIN_CAUSES, ...RUKPAK_CAUSES, ...POD_CAUSES,
  ...REMOVAL_CAUSES, ...GENERAL_CAUSES,
};

/** Name of a cause; stable, so that programs can rely on it. */
export type CauseName = keyof typeof CAUSES;

/** Known causes of failed waits. */
export const KNOWN_CAUSES: { readonly [cause in CauseName]: KnownCause } = CAUSES;
