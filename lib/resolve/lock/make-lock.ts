import { compareUtf8 } from '../../formats/json/go-json';
import { catalogKey, catalogKeyOf, type LockContent } from './lock-content';
import type { LockRequest, Resolve } from './lock-request';
import type { LockedCatalog } from './locked-catalog';
import type { LockedOperator } from './locked-operator';
import { NamespaceLock } from './namespace-lock';

/** A lock, or the reasons why it cannot be created. */
export interface MadeLock {
  readonly content: LockContent;

  /** Reasons why operators cannot be locked, in sentences. Without problems, the content is complete. */
  readonly problems: readonly string[];
}

/**
 * Creates a lock. Versions of the current lock are kept as far as the Subscriptions and catalogs allow. All others are the versions that OLM would
 * install in a new cluster.
 *
 * @param resolve resolves a namespace; throws an Error that explains why OLM would install nothing
 */
export function makeLock(request: LockRequest, resolve: Resolve): MadeLock {
  const problems: string[] = [];
  const operators: LockedOperator[] = [];
  for (const namespace of [...new Set(request.subscriptions.map((found) => found.namespace))].sort(compareUtf8)) {
    const made = new NamespaceLock(request, namespace, resolve).make();
    problems.push(...made.problems);
    operators.push(...made.operators);
  }
  return { content: { catalogs: usedCatalogs(request, operators), operators }, problems };
}

function usedCatalogs({ catalogs, current }: LockRequest, operators: readonly LockedOperator[]): LockedCatalog[] {
  const keys = [...new Set(operators.map(catalogKeyOf))];
  return keys.map((key): LockedCatalog => {
    const before = current?.catalogs.find((found) => catalogKey(found) === key);
    const found = catalogs.find((catalog) => catalogKey(catalog) === key);
    const [namespace, name] = key.split('/') as [string, string];
    const image = found === undefined ? before?.image : found.image;
    const digest = found?.content === undefined ? before?.digest : `sha256:${found.content.contentHash}`;
    return { name, namespace, ...(image === undefined ? {} : { image }), ...(digest === undefined ? {} : { digest }) };
  });
}
