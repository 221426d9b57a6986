import { join } from 'node:path';
import { fleet } from './app';

/** Writes the manifests of three clusters to a folder for each. */
fleet(join('dist', 'fleet')).synth();
