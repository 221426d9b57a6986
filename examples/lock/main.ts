import { platform } from './app';

/** Writes the manifests. Run it in this folder, where the lock file is. */
platform().app.synth();
