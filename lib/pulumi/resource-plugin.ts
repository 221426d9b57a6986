#!/usr/bin/env node
// Imported first, so that a missing peer dependency results in one clear error message.
import './peers';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringField } from '../formats/json/json-value';
import { goText } from '../formats/json/utf8-text';
import { thrownMessage } from '../text/printable';
import { ComponentProcess } from './plugin/component-process';
import { engineAddress, EngineLog } from './plugin/engine-log';
import { printLine, printPort } from './plugin/plugin-output';
import { packageSchema } from './plugin/plugin-types';
import { providerService } from './plugin/provider-server';
import { serve } from './plugin/serve';

/** Interval at which the plugin looks whether Pulumi still runs, in milliseconds. */
const WATCH_INTERVAL = 1_000;

/** The program `pulumi-resource-olm-constructs`, the plugin that Pulumi starts for programs in any language. */
async function main(args: readonly string[]): Promise<void> {
  // Before the port is printed: Pulumi may be killed right after it has read it.
  const parent = process.ppid;
  const version = stringField(JSON.parse(goText(readFileSync(join(__dirname, '..', '..', '..', 'package.json')))), 'version') ?? '0.0.0';
  const log = new EngineLog(engineAddress(args));
  const components = new ComponentProcess(args);
  const { port } = await serve(providerService({
    version, schema: () => packageSchema(version), show: (urn, line) => log.show(urn, line), construct: (request) => components.construct(request),
  }));
  printPort(port);
  // Pulumi ends its plugins, unless it was killed.
  setInterval(() => {
    if (process.ppid !== parent) {
      process.exit();
    }
  }, WATCH_INTERVAL).unref();
}

main(process.argv.slice(2)).catch((error: unknown) => {
  printLine(thrownMessage(error));
  process.exitCode = 1;
});
