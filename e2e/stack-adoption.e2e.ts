import * as path from 'node:path';
import { OlmApiServer } from './pulumi/olm-api-server';
import type { Outcome, PulumiStack } from './pulumi-engine/engine';
import { ENGINES, changes, stackOf, succeeded, tellWhatIsMissing } from './pulumi-engine/engines';
import type { PulumiProgram } from './pulumi-engine/program-process';

/** Operators that somebody installed by hand, taken over by a program: on a real API server, where the test writes what OLM would. */

// The real Pulumi takes its time for each of a dozen operations.
jest.setTimeout(8 * 60_000);

const FOLDER = path.join(__dirname, 'pulumi-engine/adopt-program');
const IDENTITY = { project: 'adopt-program', stack: 'e2e' };
// The real Pulumi prints settings of the stack as `[secret]`, the namespace among them.
const CSV = 'plain.v0.1.0';

tellWhatIsMissing();

/** What is looked at of a Subscription. */
interface Subscription {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
  readonly spec: { readonly name: string; readonly channel: string; readonly config?: object };
  readonly status?: { readonly installedCSV?: string; readonly state?: string };
}

let server: OlmApiServer;

beforeAll(async () => {
  server = await OlmApiServer.start();
}, 20 * 60_000);

afterAll(() => server.stop());

describe.each(ENGINES)('a program, run by %s,', (engine) => {
  let stack: PulumiStack;
  let namespace: string;
  let count = 0;

  beforeEach(() => {
    count += 1;
    namespace = `demo-${ENGINES.indexOf(engine)}-${count}`;
    const options = { ...IDENTITY, folder: FOLDER, kubeconfig: server.kubeconfigFile };
    stack = stackOf(engine, options);
  });

  afterEach(() => stack.close());

  const program = (config: Readonly<Record<string, string>>): PulumiProgram => (
    { ...IDENTITY, folder: FOLDER, config: { namespace, theirGroup: 'og', ...config } }
  );
  const up = (config: Readonly<Record<string, string>> = {}): Promise<Outcome> => stack.up(program({ adopt: 'true', ...config }));
  const subscription = async (name = 'plain'): Promise<Subscription | undefined> => (
    await server.find(server.path(namespace, 'subscriptions', name)) as Subscription | undefined
  );
  const there = async (...found: readonly [plural: string, name: string, version?: string][]): Promise<string[]> => {
    const objects = await Promise.all(found.map(([plural, name, version]) => server.find(server.path(namespace, plural, name, version))));
    return found.filter((_, index) => objects[index] !== undefined).map(([, name]) => name);
  };

  test('takes over a Subscription of its name, keeps it when it changes its mind, and removes it in the end', async () => {
    await server.install({ namespace, package: 'plain', csv: CSV, subscription: 'plain' });
    await server.send('PATCH', server.path(namespace, 'subscriptions', 'plain'), { spec: { config: { env: [{ name: 'A', value: '1' }] } } }, 'application/merge-patch+json');
    const byHand = (await subscription())!;

    const refused = await stack.up(program({}));
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toMatch(/already exists|is there already/);
    succeeded(await stack.preview(program({ adopt: 'true' })));
    expect(await subscription()).toEqual(byHand);

    const taken = succeeded(await up());
    expect(taken.output).toMatch(/takes over Subscription \S+\/plain \(channel stable, plain\.v0\.1\.0 installed\)/);
    const own = (await subscription())!;
    expect(own.metadata.uid).toBe(byHand.metadata.uid);
    expect(own.spec).toMatchObject({ name: 'plain', channel: 'beta', config: { env: [{ name: 'A', value: '1' }] } });
    expect(own.status).toEqual(byHand.status);
    expect(changes(succeeded(await up()))).toEqual([]);

    succeeded(await stack.up(program({ channel: 'alpha' })));
    expect((await subscription())!).toMatchObject({ metadata: { uid: byHand.metadata.uid }, spec: { channel: 'alpha' } });
    succeeded(await up());
    expect((await subscription())!).toMatchObject({ metadata: { uid: byHand.metadata.uid }, spec: { channel: 'beta' } });

    const ended = succeeded(await stack.destroy());
    expect(ended.output).toContain('deletes the Subscription first');
    expect(await there(['subscriptions', 'plain'], ['clusterserviceversions', CSV], ['operatorgroups', 'og', 'v1'])).toEqual(['og']);
    expect(await server.find(`/api/v1/namespaces/${namespace}`)).toBeDefined();
    expect(await stack.resources()).toEqual([]);
  });

  test('takes over an operator whose Subscription is gone', async () => {
    await server.install({ namespace, package: 'plain', csv: CSV });
    const outcome = succeeded(await up());
    expect(outcome.output).toMatch(/notes on Subscription \S+\/plain that plain\.v0\.1\.0 is installed/);
    expect((await subscription())!.status).toMatchObject({ installedCSV: CSV, currentCSV: CSV, state: 'AtLatestKnown' });
    succeeded(await stack.destroy());
    expect(await there(['subscriptions', 'plain'], ['clusterserviceversions', CSV])).toEqual([]);
  });

  test('is told which Subscription has the package already, and writes nothing', async () => {
    await server.install({ namespace, package: 'plain', csv: CSV, subscription: 'by-hand' });
    const refused = await up();
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toMatch(/Subscription \S+\/by-hand asks for package plain already and has plain\.v0\.1\.0 installed/);
    expect(refused.output).toContain("give 'by-hand' as the name of the Subscription and set adopt");
    expect(await subscription()).toBeUndefined();

    succeeded(await up({ subscription: 'by-hand' }));
    expect((await subscription('by-hand'))!.spec.channel).toBe('beta');
    succeeded(await stack.destroy());
    expect(await subscription('by-hand')).toBeUndefined();
  });

  test('leaves a Subscription of its name alone that is of another package', async () => {
    await server.install({ namespace, package: 'other', csv: 'other.v1.0.0', subscription: 'plain' });
    const byHand = await subscription();
    const refused = await up();
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toMatch(/Subscription \S+\/plain asks for package other, not for plain/);
    expect(await subscription()).toEqual(byHand);
  });

  test('is told which OperatorGroup to use, before it makes a second one', async () => {
    await server.install({ namespace, package: 'plain', csv: CSV, subscription: 'plain' });
    const refused = await stack.up({ ...IDENTITY, folder: FOLDER, config: { namespace, adopt: 'true' } });
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toContain("use the one that is there: give OperatorGroupRef.named('og') as operatorGroup");
    expect(await there(['operatorgroups', 'plain', 'v1'])).toEqual([]);
    expect((await subscription())!.spec.channel).toBe('stable');
  });
});
