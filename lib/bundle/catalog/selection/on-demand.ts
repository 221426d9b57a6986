import type * as facts from './bundle-facts';

/** What a selection, or a picture, needs to know of a bundle. Loaded at the first use. */
export const bundleFacts: typeof facts.bundleFacts = (bundle) => (
  (require('./bundle-facts') as typeof facts).bundleFacts(bundle)
);
