/** Where upstream publishes opm. */
export const OPM_REPOSITORY = 'quay.io/operator-framework/opm';

/** The digest of the opm that goes with the newest release of OLM. */
export const NEWEST_OPM = '@sha256:e5a6220603fb4504d58c6e3e488386b817e3695c906a62ee0370b5faedc3799a';

/** The opm that serves registries of bundles, whichever OLM there is. */
export const DEFAULT_OPM_IMAGE = `${OPM_REPOSITORY}${NEWEST_OPM}`;
