import { annotationsOf, withCsv } from '../csv/csv-parts';
import type { Rule } from '../model/rule';
import { FindingSeverity } from '../model/severity';

/** The categories of OperatorHub. */
const CATEGORIES = [
  'AI/Machine Learning',
  'Application Runtime',
  'Big Data',
  'Cloud Provider',
  'Database',
  'Developer Tools',
  'Integration & Delivery',
  'Logging & Tracing',
  'Modernization & Migration',
  'Monitoring',
  'Networking',
  'Observability',
  'OpenShift Optional',
  'Security',
  'Storage',
  'Streaming & Messaging',
];

/** The annotation `categories`. */
export const STANDARD_CATEGORIES_RULES: readonly Rule[] = [
  {
    id: 'categories',
    severity: FindingSeverity.ERROR,
    summary: 'the annotation categories lists categories that OperatorHub, or the option categories, knows',
    remedy: `use ${CATEGORIES.join(', ')}; for a catalog with other categories, set the option categories`,
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/standardcategories.go',
    check: withCsv(function* (csv, { options }) {
      const known = options.categories ?? CATEGORIES;
      const { categories } = annotationsOf(csv) as { readonly categories?: string };
      for (const category of categories?.split(',') ?? []) {
        if (!known.includes(category.trim())) {
          const message = `unknown category ${JSON.stringify(category.trim())}`;
          yield { message, file: csv.file, path: ['metadata', 'annotations', 'categories'], value: category };
        }
      }
    }),
  },
];
