import { catalogIndex } from './catalog-index';
import type { CatalogSelection } from './catalog-selection';
import { applyPlan, planSelection } from './plan';
import type { CatalogDocument } from '../wire';

/** What a selection made of a catalog's documents. */
export interface SelectedDocuments {
  readonly documents: readonly CatalogDocument[];
  /** What a user should know: edges that were made, channels that went, and so on. */
  readonly notes: readonly string[];
}

/**
 * Keeps what a selection names of a catalog, with edges, default channels and deprecations mended, so that opm accepts what is left.
 *
 * @param documents of a catalog that opm accepts
 * @throws CatalogError when the selection asks for what is not there, or contradicts itself
 */
export function selectDocuments(documents: readonly CatalogDocument[], selection: CatalogSelection): SelectedDocuments {
  const plan = planSelection(catalogIndex(documents), selection);
  return { documents: documents.map((document) => applyPlan(plan, document)).filter((document) => document !== undefined), notes: plan.notes };
}
