import type * as fetching from './fetch-bundle';

/** Fetching from registries, loaded at the first use: most programs read bundles from disk. */
export const fetchBundle: typeof fetching.fetchBundle = (...settings) => {
  const { fetchBundle: fetch } = require('./fetch-bundle') as typeof fetching;
  return fetch(...settings);
};
