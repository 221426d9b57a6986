/** Test servers live for a minute or two: their memory costs less than Go's garbage collection. */
export const GENEROUS_MEMORY: Readonly<Record<string, string>> = { GOGC: '400', GOMEMLIMIT: '1GiB' };
