import { operatorReady } from '../../../lib/pulumi/waiters';

const WITHOUT_CONTEXT = JSON.stringify({
  'apiVersion': 'v1', 'kind': 'Config', 'clusters': [], 'users': [], 'contexts': [{ name: 'other', context: {} }], 'current-context': 'gone',
});

/** Returns the output of Pulumi's process for an error, besides the report with the resource. */
async function printed(call: Promise<unknown>): Promise<{ readonly message: string; readonly printed: string }> {
  const error = await call.then(() => undefined, (thrown: unknown) => thrown) as Error;
  return { message: error.message, printed: `${String(error)}: ${error.stack ?? ''}` };
}

test.each([
  ['removal', 'removal of operator demo/plain', () => operatorReady.delete('id', inputs())],
  ['refresh', 'operator demo/plain', () => operatorReady.read('id', inputs())],
] as const)('a failed %s is explained with its resource, not a second time in the output of the process', async (_, subject, call) => {
  const { message, printed: lines } = await printed(call());
  expect(message).toContain("no context 'gone'");
  expect(lines).toBe(`${subject}: failed, for the reason that is reported with its resource`);
});

function inputs(): { [input: string]: unknown } {
  return { kubeconfig: WITHOUT_CONTEXT, namespace: 'demo', subscription: 'plain' };
}
