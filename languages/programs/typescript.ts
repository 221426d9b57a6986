import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import {
  BundleDeployment, BundleEngine, BundleEngineRequest, BundleEngineResult, CatalogRef, DefaultCatalog, OlmInstallation,
  OperatorConfig, OperatorRegistry, OperatorSubscription,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { BundleValidation, FindingSeverity, IValidationRule, RuleBreach, RuleSetting, ValidatedBundle } from 'olm-constructs/validation';

/** The programs of the other languages, in TypeScript. They define what the others have to write or print. */

/** Writes the manifests of the README's first program. */
export function quickstart(outdir: string, bundle: string): void {
  const app = new App({ outdir });
  const crdScope = new Chart(app, 'olm-crds');
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { crdScope, defaultCatalog: DefaultCatalog.none() });
  new BundleDeployment(new Chart(app, 'operator'), 'hello', { bundle: Bundle.fromDirectory(bundle) });
  app.synth();
}

/** A Subscription whose operator logs as the platform team wants it. */
class TeamSubscription extends OperatorSubscription {
  protected override operatorConfig(): OperatorConfig {
    return { ...super.operatorConfig(), env: [{ name: 'LOG_LEVEL', value: 'debug' }] };
  }
}

/** Writes the manifests of a construct that overrides a protected method. */
export function subclass(outdir: string): void {
  const app = new App({ outdir });
  const chart = new Chart(app, 'team');
  new TeamSubscription(chart, 'prometheus', { catalog: CatalogRef.named('operatorhubio-catalog', 'olm'), packageName: 'prometheus', channel: 'beta' });
  app.synth();
}

/** Each bundle names the team that owns it. */
class HasTeam implements IValidationRule {
  public readonly id = 'acme-team';
  public readonly severity = FindingSeverity.ERROR;
  public readonly summary = 'a bundle names its team';
  public readonly remedy = 'set the annotation acme.example.com/team';

  public check(bundle: ValidatedBundle): RuleBreach[] {
    return 'acme.example.com/team' in bundle.annotations ? []
      : [{ message: `package ${bundle.packageName} has no team`, file: 'metadata/annotations.yaml' }];
  }
}

/** Returns the report of a validation with a rule of the user. */
export function rule(bundle: string): string {
  return BundleValidation.ofPath(bundle, { customRules: [new HasTeam()] }).toText();
}

/** Leaves bundles to an installer of the platform, which reads their names from ConfigMaps. */
class InstallerEngine extends BundleEngine {
  public constructor() {
    super('Installer');
  }

  public override deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    const namespace = request.namespace ?? 'installer';
    new ApiObject(scope, 'Request', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: request.bundle.packageName, namespace } })
      .addJsonPatch(JsonPatch.add('/data', { bundle: request.bundle.name }));
    return { namespace };
  }
}

/** Writes the manifests of deployments with an engine of the user. */
export function engine(outdir: string, path: string): void {
  const app = new App({ outdir });
  const chart = new Chart(app, 'engine');
  const bundle = Bundle.fromDirectory(path);
  new BundleDeployment(chart, 'hello', { bundle, namespace: 'platform', engine: new InstallerEngine() });
  const deployment = new BundleDeployment(chart, 'again', { bundle, engine: new InstallerEngine() });
  new ApiObject(chart, 'result', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: deployment.namespace } });
  app.synth();
}

/** Returns the messages of errors of a construct, of a bundle, of a validation of a bundle, and of the validation of an app. */
export function errors(bundle: string): string {
  const app = new App();
  const chart = new Chart(app, 'platform');
  const registry = new OperatorRegistry(chart, 'registry', { bundles: [Bundle.fromDirectory(bundle)] });
  const catalog = CatalogRef.named('operatorhubio-catalog', 'olm');
  new OperatorSubscription(chart, 'etcd', { catalog, packageName: 'etcd', namespace: 'team' });
  new OperatorSubscription(chart, 'prometheus', { catalog, packageName: 'prometheus', namespace: 'team', createNamespace: false });
  return [
    messageOf(() => new OperatorSubscription(chart, 'hello', { catalog: registry, version: '9.0.0' })),
    messageOf(() => Bundle.fromDirectory('bundles/missing')),
    messageOf(() => BundleValidation.ofPath(bundle, { rules: [RuleSetting.silence('csv-name', '')] })),
    messageOf(() => app.synth()),
  ].join('');
}

function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return `${(error as Error).message}\n`;
  }
  throw new Error('no error was thrown');
}
