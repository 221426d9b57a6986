import { OperatorLockFile } from '../../../lib/resolve';
import type { InstalledSubscription, OperatorInCluster } from '../../../lib/resolve/drift/installed-state';

/** Returns a lock of operators in namespace demo, such as `shop 1.0.0`, and `cache 1.0.0 shop.v1.0.0` for a dependency. */
export function lockOf(...operators: readonly string[]): OperatorLockFile {
  const blocks = operators.map((written) => {
    const [name = '', version = '', ...requiredBy] = written.split(' ');
    return `- {namespace: demo, package: ${name}, version: ${version}, csv: ${name}.v${version}, channel: stable, catalog: hub, catalogNamespace: olm, ${
      requiredBy.length === 0 ? `subscription: ${name}` : `requiredBy: [${requiredBy.join(', ')}]`}}`;
  });
  return OperatorLockFile.fromString(`lockVersion: 1
catalogs:
- {name: hub, namespace: olm, image: example.test/hub:1}
operators:${blocks.length === 0 ? ' []' : ''}
${blocks.join('\n')}
`);
}

/** Returns an operator in namespace demo as a lock would have it. */
export function operatorOf(
  name: string, version: string, more: Partial<OperatorInCluster> = {}, subscription: Partial<InstalledSubscription> = {},
): OperatorInCluster {
  return {
    namespace: 'demo', packageName: name, csv: `${name}.v${version}`, version, isDeleted: false, phase: 'Succeeded', message: '', isInSingleNamespace: false,
    requiredBy: [], installedWith: [],
    subscription: {
      name, channel: 'stable', catalog: 'hub', catalogNamespace: 'olm', approval: 'Manual', startingCsv: `${name}.v${version}`, isGenerated: false, ...subscription,
    },
    ...more,
  };
}
