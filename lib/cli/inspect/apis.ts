import { type ServedApi, servedApisOf } from '../../cluster/served-apis';
import { largest } from '../../text/lists';
import { ExitCode } from '../frame/cli-error';
import { clusterOptions, connect } from '../frame/cluster';
import { defineCommand } from '../frame/command';

/** `olm-constructs apis` */
export const apisCommand = defineCommand({
  description: 'Prints the APIs that a cluster serves, in every version, in the format of `kubectl api-resources`: the input of `ClusterApis.fromFile`, for `apis` of a '
    + 'Cluster. The command changes nothing.\n\n'
    + 'Exit codes: 0 if all APIs are known, 1 if a server behind one of them does not answer.',
  options: clusterOptions,
  examples: [
    { description: 'What the checks of an app may rely on', command: 'olm-constructs apis --context staging > apis.txt' },
  ],
  run: async (context, { options }) => {
    const { connection } = connect(options, context);
    const { apis, unknown } = await servedApisOf(connection, { signal: context.signal });
    apiLines(apis).forEach((line) => context.stdout.line(line));
    unknown.forEach(({ apiVersion, reason }) => context.stderr.warn(`the kinds of ${apiVersion} are unknown: ${reason}`));
    return unknown.length > 0 ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  },
});

/** Returns the rows of APIs as `kubectl api-resources` prints them. They are not wrapped: programs read them. */
function apiLines(apis: readonly ServedApi[]): string[] {
  const rows = [
    ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND'],
    ...apis.map(({ name, shortNames, apiVersion, namespaced, kind }) => [name, shortNames.join(','), apiVersion, String(namespaced), kind]),
  ];
  const widths = rows[0]!.map((_, column) => largest(rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('   ').trimEnd());
}
