import { toYaml } from '../../formats/yaml/write';
import { LOCK_VERSION, type LockContent, sortedLock } from './lock-content';

const HEAD = `# What the operators of this app are locked to. Made by \`olm-constructs lock\`; only waivers are written by hand.
lockVersion: ${LOCK_VERSION}
`;

/**
 * Returns the text of a lock file: sorted, with a block for each catalog and each operator, so that the same content always results in the same
 * bytes.
 */
export function printLock(content: LockContent): string {
  const { catalogs, operators } = sortedLock(content);
  return HEAD + section('catalogs', catalogs) + section('operators', operators.map(({ namespace, packageName, requiredBy, waivers, ...operator }) => ({
    namespace,
    package: packageName,
    ...operator,
    ...(requiredBy.length === 0 ? {} : { requiredBy }),
    ...(waivers.length === 0 ? {} : { waivers }),
  })));
}

/** Blocks are separated by empty lines: Git then merges changes of neighboring blocks. */
function section(name: string, items: readonly object[]): string {
  return items.length === 0 ? `${name}: []\n` : `${name}:\n${items.map((item) => indented(toYaml([item]))).join('\n')}`;
}

function indented(yaml: string): string {
  return yaml.replace(/^(?=.)/gm, '  ');
}
