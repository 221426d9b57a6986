import { OlmVersion } from '../../olm/v0/model/olm-version';
import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import { ExitCode } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { outputFormat } from '../frame/option';
import { packageVersion } from '../frame/program-text';
import type { Versions } from '../frame/results';
import { writeResult } from '../frame/write-result';

/** `olm-constructs version` */
export const versionCommand = defineCommand({
  description: 'Prints the versions of this program and of Node.js, and the newest releases of OLM v0 and OLM v1 that it knows.',
  options: { output: outputFormat(['text', 'json', 'yaml'], 'text', 'format of the output') },
  examples: [
    { description: 'For a bug report', command: 'olm-constructs version' },
    { description: 'The same for programs', command: 'olm-constructs version -o json' },
  ],
  run: ({ stdout, endsSoon }, { options: { output } }) => {
    endsSoon();
    const versions: Versions = {
      version: packageVersion(), node: process.versions.node, olm: OlmVersion.all.at(-1)!.version, olmV1: OlmV1Version.all.at(-1)!.version,
    };
    if (output === 'text') {
      const { version, node, olm, olmV1 } = versions;
      stdout.write(`olm-constructs ${version}\nNode.js ${node}\nOLM v0 ${olm} is the newest known release\nOLM v1 ${olmV1} is the newest known release\n`);
    } else {
      writeResult(stdout, output, 'Version', versions);
    }
    return ExitCode.SUCCESS;
  },
});
