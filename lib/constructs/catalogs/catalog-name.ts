import { Names } from 'cdk8s';
import { Construct } from 'constructs';
import { isServiceName, LONGEST_SERVICE_NAME } from '../../formats/schema/checks/kubernetes-names';

const PREFIX = 'catalog-';

/** Returns the name of the registry of a single package. A package name may begin with a digit, and be as long as the name of a Service. */
export function registryName(packageName: string): string {
  const usual = `${packageName}-catalog`;
  return isServiceName(usual) ? usual : `${PREFIX}${packageName}`.slice(0, LONGEST_SERVICE_NAME).replace(/(?<!-)-+$/, '');
}

/** Returns the name of a catalog from the path of its construct. The ID of a chart may begin with a digit, and the name of a Service may not. */
export function catalogNameOf(scope: Construct): string {
  const usual = Names.toDnsLabel(scope);
  return isServiceName(usual) ? usual : `${PREFIX}${Names.toDnsLabel(scope, { maxLen: LONGEST_SERVICE_NAME - PREFIX.length })}`;
}
