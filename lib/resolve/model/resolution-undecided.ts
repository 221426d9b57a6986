/**
 * The resolver did not decide within its limits what OLM does, so that it is unknown. `Resolution` turns it into a `ResolutionError`.
 */
export class ResolutionUndecided extends Error {}
