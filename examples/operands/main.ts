import { greetings } from './app';

/** Writes the manifests. Run it in this folder, where the lock file is. */
greetings().synth();
