/**
 * Returns the number of listeners of a signal above which Node.js warns; 0 if it never does. `getMaxListeners` of Node.js does not accept the signals
 * of jest's environment.
 */
export function maxListeners(signal: AbortSignal): unknown {
  const key = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'events.maxEventTargetListeners');
  return key === undefined ? undefined : (signal as unknown as { readonly [key: symbol]: unknown })[key];
}
