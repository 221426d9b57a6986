/** Servers of tests live for a minute or two: the memory that they take in it costs less than what Go does to save it. */
export const GENEROUS_MEMORY: Readonly<Record<string, string>> = { GOGC: '400', GOMEMLIMIT: '1GiB' };
