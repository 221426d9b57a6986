import * as path from 'node:path';
import { FULL_RUN } from './programs/full-run';
import { OlmApiServer } from './waiters/olm-api-server';
import type { Outcome, PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import type { PulumiProgram } from './engine/program-process';

/** Adoption of operators installed by hand, by a program on a real API server, with OLM simulated by the test. */

// The real Pulumi needs time for each of a dozen operations.
jest.setTimeout(20 * 60_000);

const FOLDER = path.join(__dirname, 'engine/adoption-program');
const IDENTITY = { project: 'adopt-program', stack: 'e2e' };
// The real Pulumi prints settings of the stack, such as the namespace, as `[secret]`.
const CSV = 'plain.v0.1.0';

/** The compared fields of a Subscription. */
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

describeEngines('a program, run by %s,', (engine) => {
  let stack: PulumiStack;
  let namespace: string;
  let count = 0;

  beforeEach(() => {
    count += 1;
    namespace = `demo-${engine === 'the stand-in' ? 's' : 'p'}-${count}`;
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

  test('adopts a Subscription of its name, keeps it when the option is changed, and removes it in the end', async () => {
    await server.install({ namespace, package: 'plain', csv: CSV, subscription: 'plain' });
    await server.send('PATCH', server.path(namespace, 'subscriptions', 'plain'), { spec: { config: { env: [{ name: 'A', value: '1' }] } } }, 'application/merge-patch+json');
    const byHand = (await subscription())!;

    const refused = await stack.up(program({}));
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toMatch(/already exists|is there already/);
    succeeded(await stack.preview(program({ adopt: 'true' })));
    expect(await subscription()).toEqual(byHand);

    const taken = succeeded(await up());
    expect(taken.output).toMatch(/adopts Subscription \S+\/plain \(channel stable, plain\.v0\.1\.0 installed\)/);
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

  test('adopts an operator without a Subscription', async () => {
    await server.install({ namespace, package: 'plain', csv: CSV });
    const outcome = succeeded(await up());
    expect(outcome.output).toMatch(/records in the status of Subscription \S+\/plain that plain\.v0\.1\.0 is installed/);
    expect((await subscription())!.status).toMatchObject({ installedCSV: CSV, currentCSV: CSV, state: 'AtLatestKnown' });
    succeeded(await stack.destroy());
    expect(await there(['subscriptions', 'plain'], ['clusterserviceversions', CSV])).toEqual([]);
  });

  test('reports which Subscription has the package already, and writes nothing', async () => {
    await server.install({ namespace, package: 'plain', csv: CSV, subscription: 'by-hand' });
    const refused = await up();
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toMatch(/Subscription \S+\/by-hand already subscribes to package plain/);
    expect(refused.output).toContain("use 'by-hand' as the name of the Subscription and set adopt");
    expect(await subscription()).toBeUndefined();

    succeeded(await up({ subscription: 'by-hand' }));
    expect((await subscription('by-hand'))!.spec.channel).toBe('beta');
    succeeded(await stack.destroy());
    expect(await subscription('by-hand')).toBeUndefined();
  });

  test('leaves a Subscription of its name alone if it is for another package', async () => {
    await server.install({ namespace, package: 'other', csv: 'other.v1.0.0', subscription: 'plain' });
    const byHand = await subscription();
    const refused = await up();
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toMatch(/Subscription \S+\/plain is for package other, not for plain/);
    expect(await subscription()).toEqual(byHand);
  });

  test('reports which OperatorGroup to use before it creates a second one', async () => {
    await server.install({ namespace, package: 'plain', csv: CSV, subscription: 'plain' });
    const refused = await stack.up({ ...IDENTITY, folder: FOLDER, config: { namespace, adopt: 'true' } });
    expect(refused.succeeded).toBe(false);
    expect(refused.output).toContain("use the existing one: set operatorGroup to OperatorGroupRef.named('og')");
    expect(await there(['operatorgroups', 'plain', 'v1'])).toEqual([]);
    expect((await subscription())!.spec.channel).toBe('stable');
  });
}, FULL_RUN);
