import { OperatorLockFile } from '../../../lib/resolve';

/** A lock in namespace `demo` with an operator for each CSV such as `a.v1.0.0`, all from the channel `stable` of the catalog `olm/hub`. */
export function lockOf(...csvs: string[]): OperatorLockFile {
  const blocks = csvs.map((csv) => {
    const [name, version] = csv.split('.v') as [string, string];
    return `- {namespace: demo, package: ${name}, version: ${version}, csv: ${csv}, channel: stable, catalog: hub, catalogNamespace: olm, subscription: ${name}}`;
  });
  return OperatorLockFile.fromString(`lockVersion: 1
catalogs:
- {name: hub, namespace: olm}
operators:${blocks.length === 0 ? ' []' : ''}
${blocks.join('\n')}
`);
}
