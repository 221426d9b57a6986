import { shell } from '../../text/shell';
import { stringLiteral } from '../../text/source-code';
import { commonFiles } from './common-files';
import { packageJson, TSCONFIG } from './package-json';
import { OPERATOR_HUB, type ProjectFiles, type ProjectOperator, type ProjectRequest } from './project-request';

/** Files of CRDs first: kubectl needs them in the cluster before it accepts objects of their kinds. */
const CRDS = 'dist/0000-olm-crds.k8s.yaml';

const APPLY_CRDS = shell`kubectl apply -f ${CRDS} && kubectl wait --for=condition=Established --timeout=60s -f ${CRDS}`;

const MAIN = `import { App } from 'cdk8s';
import { addOperators } from './app';

const app = new App();
addOperators(app);
app.synth();
`;

/** Returns a cdk8s app. */
export function cdk8sProject(request: ProjectRequest): ProjectFiles {
  const { operator } = request;
  const wait = ['olm-constructs wait -f dist', ...(operator.kind === 'package' ? ['--approve'] : [])].join(' ');
  const scripts = { build: 'tsc', synth: 'tsc && node main.js', deploy: [APPLY_CRDS, 'kubectl apply -f dist', wait].join(' && ') };
  return {
    'package.json': packageJson(request, scripts, ['cdk8s', 'constructs']),
    'tsconfig.json': TSCONFIG,
    'cdk8s.yaml': 'language: typescript\napp: npx --no-install tsc && node main.js\n',
    '.gitignore': 'node_modules/\ndist/\n*.js\n',
    'app.ts': operator.kind === 'package' ? appOfPackage(operator.package) : appOfBundle(operator.package, operator.path),
    'main.ts': MAIN,
    'app.test.ts': testOf(operator),
    ...commonFiles(request, { check: ['npm run synth'], tool: 'cdk8s' }),
  };
}

/** Returns the app of a bundle. */
function appOfBundle(packageName: string, path: string): string {
  return `import { join } from 'node:path';
import { type App, Chart } from 'cdk8s';
import { BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';

/** Adds OLM and the operator: a chart is a file of manifests. */
export function addOperators(app: App): void {
  // The CRDs are in a separate file: kubectl needs them in the cluster before it accepts objects of their kinds.
  const crdScope = new Chart(app, 'olm-crds');

  // Without the catalog of OperatorHub.io the cluster needs no access to it.
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { crdScope, defaultCatalog: DefaultCatalog.none() });

  new BundleDeployment(new Chart(app, 'operator'), ${stringLiteral(packageName)}, {
    bundle: Bundle.fromPath(join(__dirname, ${stringLiteral(path)})),
  });
}
`;
}

/** Returns the app of a package, whose version is locked. */
function appOfPackage(packageName: string): string {
  return `import { join } from 'node:path';
import { type App, Chart, Duration } from 'cdk8s';
import { DefaultCatalog, ImageCatalog, OlmInstallation, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';

/** Adds OLM, the catalog of OperatorHub.io and the operator: a chart is a file of manifests. */
export function addOperators(app: App): void {
  // The CRDs are in a separate file: kubectl needs them in the cluster before it accepts objects of their kinds.
  const crdScope = new Chart(app, 'olm-crds');
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { crdScope, defaultCatalog: DefaultCatalog.none() });

  const chart = new Chart(app, 'operator');

  // olm.lock.yaml has the version; \`npm run update\` moves it.
  new OperatorLock(chart, 'lock');

  const catalog = new ImageCatalog(chart, 'operatorhub', {
    name: 'operatorhubio-catalog',
    image: ${stringLiteral(OPERATOR_HUB)},
    pollInterval: Duration.hours(1),
    content: Catalog.fromDirectory(join(__dirname, 'catalog')),
  });
  new OperatorSubscription(chart, ${stringLiteral(packageName)}, { catalog, packageName: ${stringLiteral(packageName)} });
}
`;
}

function testOf({ package: packageName }: ProjectOperator): string {
  return `import { Testing } from 'cdk8s';
import { addOperators } from './app';

test('subscribes to the operator', () => {
  const app = Testing.app();
  addOperators(app);
  const objects = app.charts.flatMap((chart) => Testing.synth(chart));
  expect(objects).toContainEqual(expect.objectContaining({
    kind: 'Subscription',
    spec: expect.objectContaining({ name: ${stringLiteral(packageName)} }),
  }));
});
`;
}
