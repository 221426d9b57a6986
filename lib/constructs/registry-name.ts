import { isServiceName, LONGEST_SERVICE_NAME } from '../olm/service-name';

/** The name of the registry of one package. Names of packages may begin with a digit, and be as long as a Service's alone. */
export function registryName(packageName: string): string {
  const usual = `${packageName}-catalog`;
  return isServiceName(usual) ? usual : `catalog-${packageName}`.slice(0, LONGEST_SERVICE_NAME).replace(/-+$/, '');
}
