import { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { objectsOf } from './chart-objects';

/** Methods of an app that synthesize it. */
const METHODS = ['synth', 'synthYaml'];

/** Marks apps that are validated once, by any copy of this library. */
const VALIDATED_ONCE = Symbol.for('olm-constructs.ValidatedOnce');

/**
 * Runs a function around each synthesis of an app.
 *
 * @param app root of the constructs; nothing happens if it has no synthesis
 * @param around called with the synthesis, whose result it returns
 */
export function aroundSynthesis(app: IConstruct, around: (synthesize: () => unknown) => unknown): void {
  const methods = app as unknown as { readonly [name: string]: unknown };
  for (const name of METHODS) {
    const original = methods[name];
    if (typeof original === 'function') {
      const value = (...args: unknown[]): unknown => around(() => original.apply(app, args) as unknown);
      Object.defineProperty(app, name, { value, configurable: true, writable: true });
    }
  }
}

/**
 * Lets an app resolve its dependencies and validate its constructs once in a synthesis, with the first chart that it writes. cdk8s does both for each
 * chart, which takes time quadratic in the number of charts. A chart that overrides `toJson` is left as it is.
 *
 * @param construct any construct of the app
 * @see https://github.com/cdk8s-team/cdk8s-core/blob/2.x/src/app.ts `App._synthChart`
 */
export function validateOnce(construct: IConstruct): void {
  const app = construct.node.root;
  if (VALIDATED_ONCE in app) {
    return;
  }
  Object.defineProperty(app, VALIDATED_ONCE, { value: true });
  aroundSynthesis(app, (synthesize) => {
    const constructs = app.node.findAll();
    const charts = constructs.filter((one): one is Chart => one instanceof Chart && one.toJson === Chart.prototype.toJson);
    const release = (): void => charts.forEach((chart) => delete (chart as { toJson?: unknown }).toJson);
    let isValidated = false;
    for (const chart of charts) {
      const value = (): unknown[] => {
        const objects = isValidated ? objectsOf(chart).map((object): unknown => object.toJson()) : Chart.prototype.toJson.call(chart);
        isValidated = true;
        return objects;
      };
      Object.defineProperty(chart, 'toJson', { value, configurable: true });
    }
    try {
      const result = synthesize();
      release();
      // What was created while charts were written is not validated yet.
      if (app.node.findAll().length !== constructs.length) {
        charts[0]?.toJson();
      }
      return result;
    } finally {
      release();
    }
  });
}
