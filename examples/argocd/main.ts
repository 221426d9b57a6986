import { join } from 'node:path';
import { argoCdApp } from './app';

/** Writes the manifests for the repository, and those that are applied once. `cdk8s synth` sets the folder. */
argoCdApp(process.env['CDK8S_OUTDIR'] ?? join('dist', 'argocd')).synth();
