import { field, mapListField, stringField } from '../../formats/json/json-value';
import type { Fault, Rule } from '../model/rule';
import { FindingSeverity } from '../model/finding';
import type { BundleObject } from '../model/bundle-view';

/** A rule about a ClusterServiceVersion, without its source. */
export type CsvRule = Omit<Rule, 'check' | 'source'> & { readonly check: (csv: BundleObject) => Iterable<Fault> };

const MODES = ['spec', 'installModes'];

/** Rules about the namespaces that an operator can watch. */
export const INSTALL_MODE_RULES: readonly CsvRule[] = [
  {
    id: 'csv-installmodes',
    severity: FindingSeverity.ERROR,
    summary: 'the CSV lists its install modes',
    remedy: 'list OwnNamespace, SingleNamespace, MultiNamespace and AllNamespaces, each with supported: true or false',
    *check(csv) {
      if (modesOf(csv).length === 0) {
        yield { message: 'spec.installModes is empty, so OLM cannot install the operator', file: csv.file, path: MODES };
      }
    },
  },
  {
    id: 'csv-installmodes-none',
    severity: FindingSeverity.ERROR,
    summary: 'at least one install mode is supported',
    remedy: 'set supported: true for the modes that the operator supports',
    *check(csv) {
      const modes = modesOf(csv);
      if (modes.length > 0 && !modes.some(isSupported)) {
        yield { message: 'every install mode has supported: false, so OLM cannot install the operator', file: csv.file, path: MODES };
      }
    },
  },
  {
    id: 'csv-conversion-modes',
    severity: FindingSeverity.ERROR,
    summary: 'an operator with a conversion webhook supports only AllNamespaces',
    remedy: 'set supported: true for AllNamespaces and false for every other mode',
    *check(csv) {
      const modes = modesOf(csv);
      const onlyAll = modes.every((mode) => isSupported(mode) === (stringField(mode, 'type') === 'AllNamespaces'));
      if (modes.length === 0 || onlyAll) {
        return;
      }
      const webhooks = field(csv.json['spec'], 'webhookdefinitions');
      for (const [index, webhook] of (Array.isArray(webhooks) ? webhooks : []).entries()) {
        const converted = field(webhook, 'conversionCRDs');
        if (Array.isArray(converted) && converted.length > 0) {
          const message = 'this webhook converts CRDs, which are cluster-wide, but the CSV supports install modes other than AllNamespaces';
          yield { message, file: csv.file, path: ['spec', 'webhookdefinitions', index, 'conversionCRDs'] };
        }
      }
    },
  },
];

function modesOf(csv: BundleObject): { readonly [key: string]: unknown }[] {
  return mapListField(csv.json['spec'], 'installModes');
}

function isSupported(mode: unknown): boolean {
  return field(mode, 'supported') === true;
}
