/** API group of RukPak. */
export const RUKPAK_GROUP = 'core.rukpak.io';

/** Namespace of RukPak's controllers, which read Secrets and ConfigMaps of bundles in it. */
export const RUKPAK_NAMESPACE = 'rukpak-system';
