import { field, mapsField, textField } from '../../json-value';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject } from '../subject';

/** A rule about a ClusterServiceVersion, without its source. */
export type CsvRule = Omit<Rule, 'check' | 'source'> & { readonly check: (csv: SubjectObject) => Iterable<Fault> };

const MODES = ['spec', 'installModes'];

/** Rules about the namespaces that an operator can watch. */
export const INSTALL_MODE_RULES: readonly CsvRule[] = [
  {
    id: 'csv-installmodes',
    severity: FindingSeverity.ERROR,
    summary: 'the ClusterServiceVersion says which install modes it supports',
    remedy: 'list OwnNamespace, SingleNamespace, MultiNamespace and AllNamespaces, each with supported: true or false',
    *check(csv) {
      if (modesOf(csv).length === 0) {
        yield { message: 'spec.installModes lists no install mode, so OLM cannot install the operator', file: csv.file, path: MODES };
      }
    },
  },
  {
    id: 'csv-installmodes-none',
    severity: FindingSeverity.ERROR,
    summary: 'at least one install mode is supported',
    remedy: 'set supported: true for the modes that the operator can work in',
    *check(csv) {
      const modes = modesOf(csv);
      if (modes.length > 0 && !modes.some(isSupported)) {
        yield { message: 'no install mode is supported, so OLM cannot install the operator', file: csv.file, path: MODES };
      }
    },
  },
  {
    id: 'csv-conversion-modes',
    severity: FindingSeverity.ERROR,
    summary: 'an operator with a conversion webhook supports AllNamespaces and nothing else',
    remedy: 'set supported: true for AllNamespaces, and false for every other mode',
    *check(csv) {
      const modes = modesOf(csv);
      const onlyAll = modes.every((mode) => isSupported(mode) === (textField(mode, 'type') === 'AllNamespaces'));
      if (modes.length === 0 || onlyAll) {
        return;
      }
      const webhooks = field(csv.json['spec'], 'webhookdefinitions');
      for (const [index, webhook] of (Array.isArray(webhooks) ? webhooks : []).entries()) {
        const converted = field(webhook, 'conversionCRDs');
        if (Array.isArray(converted) && converted.length > 0) {
          const message = 'this webhook converts CRDs, which the whole cluster shares, but other install modes than AllNamespaces are supported';
          yield { message, file: csv.file, path: ['spec', 'webhookdefinitions', index, 'conversionCRDs'] };
        }
      }
    },
  },
];

function modesOf(csv: SubjectObject): { readonly [key: string]: unknown }[] {
  return mapsField(csv.json['spec'], 'installModes');
}

function isSupported(mode: unknown): boolean {
  return field(mode, 'supported') === true;
}
