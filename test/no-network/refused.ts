import { join } from 'node:path';

/** What a process did while the network was refused. */
export interface Refusal {
  /** Refused calls, each with its arguments. */
  readonly calls: string[];

  /** Other programs that were started, each with its arguments. */
  readonly programs: string[];

  /** Permits the network again. */
  readonly end: () => void;
}

/** Path of the module that refuses the network, also when it is preloaded by NODE_OPTIONS. */
export const REFUSE_NETWORK = join(__dirname, 'refuse-network.cjs');

/**
 * Refuses every call of this process that reaches the network, and records it.
 *
 * @param onCall called after each refused call
 */
export function refuseNetwork(onCall?: () => void): Refusal {
  return jest.requireActual<{ readonly refuseNetwork: (onCall?: () => void) => Refusal }>('./refuse-network.cjs').refuseNetwork(onCall);
}
