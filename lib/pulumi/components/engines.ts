import type { EngineWaiters } from './engine-waiters';
import { OLM_V1_WAITERS } from './olm-v1-waiters';
import { PLAIN_WAITERS } from './plain-waiters';
import { RUKPAK_WAITERS } from './rukpak-waiters';

/** Engines other than that of OLM v0, whose operators have a Subscription. */
export const ENGINES: readonly EngineWaiters[] = [OLM_V1_WAITERS, RUKPAK_WAITERS, PLAIN_WAITERS];
