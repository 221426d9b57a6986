import { InstalledOperator } from '../operator/outcome';
import { OwnedApi } from '../operator/owned-apis';

/** What a removal has to remember, because the objects that tell it go first. It is part of the outputs of a waiter, for a later try. */
export interface OperatorTraces {
  /** The names of the ClusterServiceVersions. */
  readonly csvs: readonly string[];
  readonly apis: readonly OwnedApi[];
  readonly package?: string;
  /** The namespaces that the operator works for. @default - all */
  readonly targetNamespaces?: readonly string[];
}

/** What the outputs of a wait tell a later removal. */
export function tracesOf({ csv, ownedApis = [], package: packageName }: Partial<InstalledOperator>): OperatorTraces {
  return { csvs: csv === undefined ? [] : [csv], apis: ownedApis, ...(packageName === undefined ? {} : { package: packageName }) };
}
