import type * as rukpakCrdsModule from './crds/rukpak-crds';

// Loads on first use what only some programs need, which keeps the import of the package fast. The only file of this module that may `require`.

/** Returns the CRDs of a release. */
export const rukpakCrds: typeof rukpakCrdsModule.rukpakCrds = (...args) => (
  (require('./crds/rukpak-crds') as typeof rukpakCrdsModule).rukpakCrds(...args)
);

/** Returns the CRD of a kind in a release, without descriptions. */
export const rukpakCrd: typeof rukpakCrdsModule.rukpakCrd = (...args) => (
  (require('./crds/rukpak-crds') as typeof rukpakCrdsModule).rukpakCrd(...args)
);
