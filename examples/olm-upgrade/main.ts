import { join } from 'node:path';
import { OlmVersion } from 'olm-constructs';
import { olmApp } from './app';

const FROM = OlmVersion.V0_28_0;
const TO = OlmVersion.V0_46_0;

// Writes OLM before and after the upgrade, and prints the plan and the commands that delete what the new release does not have.
const folder = (version: OlmVersion): string => join('dist', 'olm-upgrade', version.version);
olmApp(FROM, folder(FROM)).app.synth();
const { app, olm } = olmApp(TO, folder(TO), FROM);
app.synth();
process.stdout.write(`${olm.upgradePlan!.toTable()}\n${olm.upgradePlan!.toDeleteCommands()}`);
