/** What messages of the library say about its options and classes, and what that is on the command line, in the order of replacement. */
export const COMMAND_LINE_TERMS: readonly (readonly [library: string, commandLine: string])[] = [
  // Connections to registries.
  ['set plainHttp', 'set --plain-http'],
  ['set caFile to', 'set --ca-file to'],
  ['(option caFile)', '(--ca-file)'],
  ['the option proxy', '--proxy'],
  ['add the host to allowedHosts', 'allow the host with --allowed-host'],
  ['allowedHosts must contain hosts', '--allowed-host must be a host'],
  ['or set the option credentials', 'or set --docker-config to a file with the credentials'],
  ['set maxChunkBytes to less', 'set --max-chunk-bytes to less'],
  ['maxChunkBytes must be', '--max-chunk-bytes must be'],
  ['mountFrom must contain repositories', '--mount-from must be a repository'],
  [' (option idleTimeoutSeconds)', ''],
  [' (option timeoutSeconds)', ''],
  // Image layouts.
  ["set the option 'image' to one of them", 'copy one of them into a layout of its own, such as with skopeo'],
  ['use Bundle.fromPath for bundles that are not images', 'name an image layout, or the folder or file of the catalog'],
  // Catalogs.
  ['(AppendMode.SEMVER)', '(--semver)'],
  ['AppendMode.SEMVER', '--semver'],
  [', with AppendMode.HEAD', ' with --replaces, without --semver'],
  ["'replaces'", '--replaces'],
  ["'skips'", '--skip'],
  ["'skipRange'", '--skip-range'],
  ["'images'", '--image'],
  ["'deprecations'", '--deprecate'],
  ["set 'samePackage' to SamePackage.UNION", 'unite them with --union'],
  ["set 'defaultChannel'", 'set --default-channel'],
  ['with ChannelPlan.inOrder(), read the folder of a community repository with Catalog.fromCommunityFolder()', 'with --channels order'],
  ['use ChannelPlan.byBundles()', 'use --channels bundles'],
  ["'bundleRepository'", '--bundle-repository'],
  ['read YAML that begins with a brace with Catalog.fromFile', 'pass YAML that begins with a brace through the standard input, as -'],
];

/** Returns a message of the library in terms of the command line. */
export function inCommandLineTerms(message: string): string {
  return COMMAND_LINE_TERMS.reduce((changed, [library, commandLine]) => changed.replaceAll(library, commandLine), message);
}
