import { join } from 'node:path';
import { OlmRelease, OlmVersion } from 'olm-constructs';
import { olmApp } from './app';

const FROM = OlmVersion.V0_28_0;
const TO = OlmVersion.V0_46_0;

/** Writes OLM before and after the upgrade, and prints what the upgrade does. */
for (const version of [FROM, TO]) {
  olmApp(version, join('dist', 'olm-upgrade', version.version)).synth();
}
process.stdout.write(`${OlmRelease.plan(FROM, TO).toTable()}\n`);
