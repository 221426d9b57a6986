import { CLUSTER_CAUSES } from './causes/cluster-causes';
import { INSTALL_CAUSES } from './causes/install-causes';
import { KnownCause } from './causes/known-cause';
import { POD_CAUSES } from './causes/pod-causes';
import { REMOVAL_CAUSES } from './causes/removal-causes';
import { RESOLUTION_CAUSES } from './causes/resolution-causes';
import { VAGUE_CAUSES } from './causes/vague-causes';

const CAUSES = { ...CLUSTER_CAUSES, ...RESOLUTION_CAUSES, ...INSTALL_CAUSES, ...POD_CAUSES, ...REMOVAL_CAUSES, ...VAGUE_CAUSES };

/** The name of a cause: stable, so that programs may tell causes apart. */
export type CauseName = keyof typeof CAUSES;

/** The causes of failed waits, and what to do about each. */
export const KNOWN_CAUSES: { readonly [cause in CauseName]: KnownCause } = CAUSES;
