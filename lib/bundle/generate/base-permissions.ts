import { compareUtf8 } from '../../formats/json/go-json';
import { type JsonMap, mapListField, stringField } from '../../formats/json/json-value';
import { JsonValues } from '../../formats/json/json-values';
import { counted, quoted } from '../../text/phrases';
import { GenerationNoteCode } from '../model/generation-note';
import type { GenerationNotes } from './generation-notes';
import type { AccountRules } from './permissions';

/**
 * Returns the permissions of a ClusterServiceVersion: those of the manifests, and with `isKept` also those that only the base has.
 *
 * @param found permissions of the manifests
 * @param base permissions of the base
 */
export function basePermissions(
  key: 'permissions' | 'clusterPermissions', found: readonly AccountRules[], base: readonly JsonMap[], isKept: boolean, notes: GenerationNotes,
): JsonMap[] {
  const accounts = new Map(found.map(({ serviceAccountName, rules }) => [serviceAccountName, [...rules]]));
  const knownRules = new Map<string, JsonValues>();
  for (const entry of base) {
    const account = stringField(entry, 'serviceAccountName') ?? '';
    const rules = accounts.get(account) ?? [];
    const known = knownRules.get(account) ?? new JsonValues(rules);
    knownRules.set(account, known);
    const added = mapListField(entry, 'rules').filter((rule) => !known.has(rule));
    if (added.length > 0) {
      if (isKept) {
        accounts.set(account, rules);
        for (const rule of added) {
          rules.push(rule);
          known.add(rule);
        }
      } else {
        notes.decide(GenerationNoteCode.BASE, `the base has ${counted(added.length, 'rule')} in ${key} of the service account ${quoted(account)} that no role among the manifests has, and that `
          + `${added.length === 1 ? 'is' : 'are'} left out: ${added.map(ruleText).join('; ')}; add a role and a binding, or set keepPermissions`);
      }
    }
  }
  return [...accounts].sort(([left], [right]) => compareUtf8(left, right)).map(([serviceAccountName, rules]) => ({ rules, serviceAccountName }));
}

/** Describes a rule, such as `get, list of pods`. */
function ruleText(rule: JsonMap): string {
  const list = (field: string): string => (Array.isArray(rule[field]) ? rule[field].map(String).join(', ') : '');
  const what = [list('resources'), list('nonResourceURLs')].filter((part) => part !== '').join(', ');
  const group = list('apiGroups');
  return `${list('verbs')} of ${what}${group === '' ? '' : ` in ${group}`}`;
}
