import { IConstruct } from 'constructs';
import { labelValueErrors, qualifiedNameErrors } from '../../formats/schema/checks/kubernetes-names';
import { ConstructError } from './construct-error';

/**
 * Checks labels of nodes, as `key` or `key=value`.
 *
 * @param prop name of the prop, for the error
 * @throws ConstructError when one of them is no label
 */
export function checkNodeLabels(construct: IConstruct, prop: string, labels: readonly string[]): void {
  labels.forEach((label, index) => {
    const equals = label.indexOf('=');
    const [key, value] = equals < 0 ? [label, ''] : [label.slice(0, equals), label.slice(equals + 1)];
    const errors = [...qualifiedNameErrors(key).map((error) => `the key must ${error}`), ...labelValueErrors(value).map((error) => `the value must ${error}`)];
    if (errors.length > 0) {
      throw new ConstructError(construct, `${prop}[${index}] must be a label such as 'disk' or 'disk=ssd', got ${JSON.stringify(label)}: ${errors.join(', and ')}`);
    }
  });
}
