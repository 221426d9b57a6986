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

/** What a wait that ended, or got as far as it did, tells a later removal. */
export function tracesOf({ csv, ownedApis = [], package: packageName }: {
  readonly csv?: string | undefined; readonly ownedApis?: readonly OwnedApi[]; readonly package?: string | undefined;
}): OperatorTraces {
  return { csvs: csv === undefined ? [] : [csv], apis: ownedApis, ...(packageName === undefined ? {} : { package: packageName }) };
}
