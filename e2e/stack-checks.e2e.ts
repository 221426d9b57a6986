import * as path from 'node:path';
import type { Outcome } from './engine/engine';
import { StandIn } from './engine/stand-in';

/** Checks over a program, in a preview by the engine's stand-in: it sends no request to a cluster. */

const FOLDER = path.join(__dirname, 'engine/checks-program');

/** A kubeconfig whose server does not exist. */
const KUBECONFIG = JSON.stringify({
  'apiVersion': 'v1', 'kind': 'Config', 'users': [{ name: 'none', user: { token: 'none' } }],
  'clusters': [{ name: 'none', cluster: { 'server': 'https://127.0.0.1:1', 'certificate-authority-data': '' } }],
  'contexts': [{ name: 'none', context: { cluster: 'none', user: 'none' } }], 'current-context': 'none',
});

async function preview(config: { readonly [key: string]: string }, folder = FOLDER): Promise<Outcome> {
  const project = path.basename(folder);
  const stack = new StandIn({ project, stack: 'dev', folder, kubeconfig: KUBECONFIG, installed: false });
  try {
    return await stack.preview({ folder, project, stack: 'dev', config });
  } finally {
    await stack.close();
  }
}

test('a policy ends the preview with its finding', async () => {
  const { succeeded, output } = await preview({ package: 'prometheus', operators: 'grafana' });
  expect(output).toContain("policy-package: [OperatorSubscription/grafana] package 'grafana' is installed, and the allowed packages are 'prometheus'");
  expect(output.split('policy-package')).toHaveLength(2);
  expect(output).not.toContain('unhandled exception');
  expect(succeeded).toBe(false);
});

test('an allowed operator is previewed without a message', async () => {
  expect(await preview({ package: 'prometheus', operators: 'prometheus' })).toMatchObject({ succeeded: true, output: '' });
});

test.each([{}, { checks: 'none' }])('two operators in the namespace of one resource end the preview, %p', async (more) => {
  const { succeeded, output } = await preview({ package: '*', operators: 'grafana,prometheus', ...more });
  expect(output).toContain("[OperatorSubscription/prometheus] namespace '<args.namespace of OperatorSubscription 'prometheus'>' has another OperatorGroup, at 'OperatorSubscription/grafana/OperatorGroup'");
  expect(succeeded).toBe(false);
});

test('a preview says what it does not check, because it is not known', async () => {
  const { succeeded, output } = await preview({ package: '*', operators: 'grafana', unknown: 'true' });
  expect([succeeded, output]).toEqual([true, expect.stringContaining(
    "not checked, because the values are not known yet: args.namespace of OperatorSubscription 'grafana'; `pulumi up` checks what depends on them",
  )]);
});

test('two operators in the namespace of one output end the preview although its value is not known', async () => {
  const { succeeded, output } = await preview({ package: '*', operators: 'grafana,prometheus', unknown: 'true' });
  expect(output).toContain("[OperatorSubscription/prometheus] namespace '<args.namespace of OperatorSubscription 'prometheus'>' has another OperatorGroup");
  expect(succeeded).toBe(false);
});

test('nothing is found in the example of a platform', async () => {
  expect(await preview({ wait: 'false' }, path.join(__dirname, '../examples/pulumi-platform'))).toMatchObject({ succeeded: true, output: '' });
});
