import type { EngineWaiters } from './engine-waiters';
import { OLM_V1_WAITERS } from './olm-v1-waiters';
import { PLAIN_WAITERS } from './plain-waiters';
import { RUKPAK_WAITERS } from './rukpak-waiters';

/** Engines other than OLM v0. Operators of OLM v0 have a Subscription. */
export const ENGINES: readonly EngineWaiters[] = [OLM_V1_WAITERS, RUKPAK_WAITERS, PLAIN_WAITERS];
