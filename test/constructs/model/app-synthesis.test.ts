import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { type Construct, Node } from 'constructs';
import { CatalogRef, OperatorSubscription } from '../../../lib';
import { validateOnce } from '../../../lib/constructs/model/app-synthesis';
import { lateValue } from '../../../lib/constructs/model/late-value';

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };

/** Returns an app with a Subscription in each of some charts. */
function subscriptions(charts: number, outdir: string): App {
  const app = new App({ outdir });
  for (let index = 0; index < charts; index++) {
    const chart = new Chart(app, `chart-${index}`);
    new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: `package-${index}`, namespace: `team-${index}` });
  }
  return app;
}

/** Returns an app whose charts depend on each other, with one inside another. */
function ordered(props: { outdir: string; yamlOutputType?: YamlOutputType }): App {
  const app = new App(props);
  const last = new Chart(app, 'a-last');
  const inner = new Chart(last, 'inner');
  const first = new Chart(app, 'z-first', { namespace: 'z', labels: { part: 'first' } });
  const [before, after] = [first, last].map((chart) => new ApiObject(chart, 'one', { ...CONFIG_MAP, data: lateValue(() => ({ late: 'yes' })) }));
  new ApiObject(last, 'two', CONFIG_MAP).addDependency(after!, before!);
  after!.addDependency(new ApiObject(inner, 'in', CONFIG_MAP));
  return app;
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'synthesis-'));

const filesIn = (path: string): (readonly [string, string])[] => readdirSync(path, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map(({ parentPath, name }): [string, string] => [join(parentPath, name).slice(path.length), readFileSync(join(parentPath, name), 'utf8')]).sort();

describe('the synthesis of an app with constructs of this library', () => {
  it.each([1, 10, 40])('validates each construct twice with %i charts', (charts) => {
    const app = subscriptions(charts, folder());
    const validate = jest.spyOn(Node.prototype, 'validate');
    app.synth();
    const calls = validate.mock.calls.length;
    validate.mockRestore();

    expect(calls).toBe(2 * app.node.findAll().length);
  });

  it.each(Object.values(YamlOutputType).filter((type): type is YamlOutputType => typeof type === 'number'))(
    'writes the files of cdk8s with yamlOutputType %s', (yamlOutputType) => {
      const [ours, theirs] = [folder(), folder()];
      const app = ordered({ outdir: ours, yamlOutputType });
      validateOnce(app);
      app.synth();
      ordered({ outdir: theirs, yamlOutputType }).synth();

      expect(filesIn(ours)).toEqual(filesIn(theirs));
    });

  it('is the same as a string', () => {
    const app = ordered({ outdir: folder() });
    validateOnce(app);

    expect(app.synthYaml()).toBe(ordered({ outdir: folder() }).synthYaml());
  });

  it('is the same each time, and sees what changed in between', () => {
    const app = subscriptions(2, folder());
    const before = app.synthYaml();
    expect(app.synthYaml()).toBe(before);
    const [chart] = app.charts;
    new ApiObject(chart!, 'added', CONFIG_MAP);

    expect(app.synthYaml()).toContain('chart-0-added');
    chart!.node.addValidation({ validate: () => ['refused'] });
    expect(() => app.synth()).toThrow('[chart-0] refused');
    expect(() => chart!.toJson() as unknown).toThrow('[chart-0] refused');
  });

  it('validates what late values create while charts are written', () => {
    const app = subscriptions(2, folder());
    const [, second] = app.charts as [Chart, Chart];
    let reads = 0;
    new ApiObject(second, 'late', {
      ...CONFIG_MAP,
      data: lateValue(() => {
        if (reads++ === 0) {
          new ApiObject(second, 'created', CONFIG_MAP).node.addValidation({ validate: () => ['created too late'] });
        }
        return {};
      }),
    });

    expect(() => app.synth()).toThrow('[chart-1/created] created too late');
  });

  it('leaves charts alone that override toJson', () => {
    class Marked extends Chart {
      public override toJson(): object[] {
        return (super.toJson() as object[]).map((object) => ({ ...object, marked: true }));
      }
    }
    const app = subscriptions(1, folder());
    const fill = (chart: Construct): ApiObject => new ApiObject(chart, 'one', CONFIG_MAP);
    fill(new Marked(app, 'marked'));
    fill(new Marked(app, 'marked-too'));

    expect(app.synthYaml().match(/marked: true/g)).toHaveLength(2);
    expect(app.charts.every((chart) => !Object.hasOwn(chart, 'toJson'))).toBe(true);
  });

  it('restores the charts after an error', () => {
    const app = subscriptions(2, folder());
    app.charts[1]!.node.addValidation({ validate: () => ['refused'] });

    expect(() => app.synth()).toThrow('refused');
    expect(app.charts.every((chart) => !Object.hasOwn(chart, 'toJson'))).toBe(true);
  });
});
