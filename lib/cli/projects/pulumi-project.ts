import { stringLiteral } from '../../text/source-code';
import { commonFiles } from './common-files';
import { packageJson, TSCONFIG } from './package-json';
import { OPERATOR_HUB, type ProjectFiles, type ProjectRequest } from './project-request';

/** Returns a Pulumi program. */
export function pulumiProject(request: ProjectRequest): ProjectFiles {
  const { name, operator } = request;
  const isLocked = operator.kind === 'package';
  return {
    'package.json': packageJson(request, { build: 'tsc' }, ['cdk8s', 'constructs', '@pulumi/pulumi', '@pulumi/kubernetes']),
    'tsconfig.json': TSCONFIG,
    '.gitignore': 'node_modules/\ndist/\n*.js\n',
    'Pulumi.yaml': `name: ${name}\ndescription: Operators with the Operator Lifecycle Manager\nruntime: nodejs\nmain: index.ts\n`,
    'index.ts': isLocked ? programOfPackage(operator.package) : programOfBundle(operator.package, operator.path),
    'index.test.ts': TEST,
    ...(isLocked ? { 'lock.ts': lockOf(operator.package), 'cdk8s.yaml': 'language: typescript\napp: npx --no-install tsc && node lock.js\n' } : {}),
    ...commonFiles(request, { check: [], tool: 'pulumi' }),
  };
}

/** Returns the program of a bundle. */
function programOfBundle(packageName: string, path: string): string {
  return `import { join } from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs/pulumi';

// Without the catalog of OperatorHub.io the cluster needs no access to it.
const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });

const operator = new BundleDeployment(${stringLiteral(packageName)}, {
  bundle: Bundle.fromPath(join(__dirname, ${stringLiteral(path)})),
}, { dependsOn: olm });

/** Namespace of the operator. */
export const namespace = operator.namespace;
`;
}

/** Returns the program of a package, whose version is locked. */
function programOfPackage(packageName: string): string {
  return `import { join } from 'node:path';
import { Duration } from 'cdk8s';
import { DefaultCatalog, ImageCatalog, OlmInstallation, OperatorSubscription } from 'olm-constructs/pulumi';
import { Catalog } from 'olm-constructs/catalog';
import { OperatorLockFile } from 'olm-constructs/resolve';

const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });

const catalog = new ImageCatalog('operatorhub', {
  name: 'operatorhubio-catalog',
  image: ${stringLiteral(OPERATOR_HUB)},
  pollInterval: Duration.hours(1),
  content: Catalog.fromDirectory(join(__dirname, 'catalog')),
}, { dependsOn: olm });

const operator = new OperatorSubscription(${stringLiteral(packageName)}, {
  catalog,
  packageName: ${stringLiteral(packageName)},
  // \`npm run update\` moves the lock.
  lock: OperatorLockFile.fromFile(join(__dirname, 'olm.lock.yaml')),
});

/** Namespace of the operator. */
export const namespace = operator.namespace;
`;
}

/** Returns the app that makes the lock file. */
function lockOf(packageName: string): string {
  return `import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { ImageCatalog, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';

// \`olm-constructs lock\` and \`plan\` run this app, which has the Subscriptions of index.ts. Its manifests are not used.
const app = new App();
const chart = new Chart(app, 'lock');
new OperatorLock(chart, 'lock');
const catalog = new ImageCatalog(chart, 'operatorhub', {
  name: 'operatorhubio-catalog',
  image: ${stringLiteral(OPERATOR_HUB)},
  content: Catalog.fromDirectory(join(__dirname, 'catalog')),
});
new OperatorSubscription(chart, ${stringLiteral(packageName)}, { catalog, packageName: ${stringLiteral(packageName)} });
app.synth();
`;
}

const TEST = `import * as pulumi from '@pulumi/pulumi';

test('creates OLM and the Subscription of the operator', async () => {
  const created: string[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      created.push(type);
      return { id: name, state: inputs };
    },
    call: ({ inputs }) => inputs,
  });
  require('./index');
  // Resources are registered in the background, each after those that it depends on.
  while (!created.some((type) => type.endsWith(':Subscription'))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(created.findIndex((type) => type.endsWith(':CustomResourceDefinition'))).toBeGreaterThanOrEqual(0);
});
`;
