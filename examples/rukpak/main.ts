import { join } from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { RukpakVersion } from 'olm-constructs/rukpak';
import { rukpakApp } from './app';

/** Writes the same applications for the last release of RukPak, and for the last one with Bundles. */
const bundle = Bundle.fromDirectory(join('examples', 'quickstart', 'bundle'));
const folder = join('examples', 'rukpak', 'greeter');

for (const version of [RukpakVersion.V0_24_0, RukpakVersion.V0_16_0]) {
  rukpakApp(bundle, folder, version, join('dist', 'rukpak')).synth();
}
