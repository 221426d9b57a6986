import { fieldAt } from '../../formats/json/json-value';
import { quoted } from '../../text/quoted';
import { CONVERSION, type Crd, type Operator, type Webhook } from '../model/operator';
import { RenderErrorCode } from '../model/render-error';
import type { RenderProblems } from '../model/render-problems';

/** Checks the webhooks that convert CustomResourceDefinitions. */
export function checkConversions({ csv, webhooks, ownedCrds, crds, installModes }: Operator, problems: RenderProblems): void {
  const converters = new Map<string, Webhook>();
  const fault = ({ index }: Webhook, path: readonly (string | number)[], message: string): void =>
    problems.addAt(RenderErrorCode.CONVERSION, csv, ['spec', 'webhookdefinitions', index, ...path], message);
  for (const webhook of webhooks.filter(({ type }) => type === CONVERSION)) {
    const what = `the conversion webhook ${quoted(webhook.generateName)}`;
    if (installModes.some((mode) => mode !== 'AllNamespaces') || installModes.length === 0) {
      const message = `${what} requires an operator that supports only AllNamespaces, since conversion is cluster-wide; `
        + `supported: ${installModes.length === 0 ? 'none' : installModes.join(', ')}; change spec.installModes`;
      fault(webhook, [], message);
    }
    webhook.conversionCrds.forEach((name, index) => {
      const other = converters.get(name);
      if (other !== undefined) {
        const message = `${what} converts the CustomResourceDefinition ${quoted(name)}, which ${quoted(other.generateName)} already converts; remove it from one`;
        fault(webhook, ['conversionCRDs', index], message);
      }
      converters.set(name, other ?? webhook);
      if (!ownedCrds.includes(name)) {
        const message = `${what} converts the CustomResourceDefinition ${quoted(name)}, which the operator does not own; `
          + 'add it to spec.customresourcedefinitions.owned, or remove it from conversionCRDs';
        fault(webhook, ['conversionCRDs', index], message);
      }
    });
  }
  checkUnknownFields(crds.filter(({ name }) => converters.has(name)), problems);
}

/** The API server calls a conversion webhook only for a CRD that prunes unknown fields. */
function checkUnknownFields(converted: readonly Crd[], problems: RenderProblems): void {
  for (const { manifest, name, content } of converted) {
    if (fieldAt(content, 'spec', 'preserveUnknownFields') === true) {
      const message = `the CustomResourceDefinition ${quoted(name)} must have spec.preserveUnknownFields set to false, `
        + 'since the API server would not call its conversion webhook; set it to false';
      problems.addAt(RenderErrorCode.CONVERSION, manifest, ['spec', 'preserveUnknownFields'], message);
    }
  }
}
