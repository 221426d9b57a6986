import { join } from 'node:path';
import { ManifestTree } from 'olm-constructs/gitops';
import { fluxApp } from './app';

/** Writes the manifests for the repository. `cdk8s synth` sets the folder. */
ManifestTree.of(fluxApp()).write(process.env['CDK8S_OUTDIR'] ?? join('dist', 'flux'));
