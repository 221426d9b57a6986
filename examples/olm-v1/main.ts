import { join } from 'node:path';
import { OlmV1Version } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { olmV1App } from './app';

/** Writes the same operator for the newest release of OLM v1, and for one that needs a ServiceAccount. */
const bundle = Bundle.fromDirectory(join('examples', 'quickstart', 'bundle'));

for (const version of [OlmV1Version.V1_11_0, OlmV1Version.V1_8_0]) {
  olmV1App(bundle, { version }, join('dist', 'olm-v1')).synth();
}
