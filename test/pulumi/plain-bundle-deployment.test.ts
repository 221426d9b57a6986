import * as pulumi from '@pulumi/pulumi';
import { Program } from './program';
import { PlainBundle, PlainBundleDeployment } from '../../lib/pulumi';
import { withFiles } from '../builders/bundle-files';

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n';
const bundle = withFiles({ 'manifests/a.yaml': CONFIG }, (folder) => PlainBundle.fromDirectory(folder));

test('the objects of a plain+v0 bundle are resources', async () => {
  const program = await Program.run(() => new PlainBundleDeployment('demo', { bundle, namespace: 'demo', labels: { team: pulumi.output('a') } }));
  expect(program.objects.map(({ name }) => name)).toEqual(['demo/Namespace-demo', 'demo/ConfigMap-settings']);
  expect(program.named('demo/ConfigMap-settings').inputs).toMatchObject({ metadata: { name: 'settings', namespace: 'demo', labels: { team: 'a' } } });
});

test('an unknown argument is refused', async () => {
  await expect(Program.run(() => new PlainBundleDeployment('demo', { bundle, namespace: 'demo', crdScope: undefined, values2: {} } as never)))
    .rejects.toThrow("unknown key 'values2' in args of PlainBundleDeployment 'demo'");
});
