import { join } from 'node:path';
import { ManifestTree } from 'olm-constructs/gitops';
import { fleet } from './app';

/** Writes the tree for the repository. `cdk8s synth` sets the folder. */
ManifestTree.of(fleet()).write(process.env['CDK8S_OUTDIR'] ?? join('dist', 'fleet'));
