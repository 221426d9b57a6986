import type { Bundle } from '../../bundle/bundle';
import { toYaml } from '../../formats/yaml/write';
import { defined } from '../../formats/json/defined';
import { CertificateProvider } from '../../render/model/certificate-provider';
import { PlainManifests } from '../../render/plain-manifests';
import { BundleReport } from '../../report/bundle-report';
import { InstallPermissions } from '../../report/install-permissions';
import { installRoleManifests } from '../../report/install-role-manifests';
import { operatorRightsText } from '../../report/report-text';
import { isRbacObject } from '../../report/rights/rbac-objects';
import { ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { choice, outputFormat, text, type Values } from '../frame/option';
import { registryOptions } from '../frame/registry';
import type { BundleRights } from '../frame/results';
import { writeResult } from '../frame/write-result';
import { BUNDLE_DESCRIPTION, checkOperands, eachInput, installModeOf, readBundle } from './inputs';

const options = {
  engine: choice('ENGINE', ['olm-v0', 'olm-v1', 'plain'], 'olm-v0', 'what installs the operators: OLM v0, OLM v1 up to 1.10, or an account that applies their objects'),
  namespace: text('NAMESPACE', 'namespace of the operators; by default the name of the package', { short: 'n' }),
  installMode: text('MODE', 'namespaces to watch: own, all, or names separated by commas; by default all if the bundle supports it, otherwise own'),
  account: text('NAME', 'ServiceAccount of the installer, in that namespace; by default the name of the package with the suffix -installer'),
  certificates: choice('PROVIDER', ['cert-manager', 'openshift'], 'cert-manager', 'what issues the certificates of webhooks without OLM v0'),
  output: outputFormat(['text', 'json', 'yaml'], 'text', 'format: text, data, or the roles, bindings and ServiceAccounts as manifests'),
  ...registryOptions,
};

/** `olm-constructs rights` */
export const rightsCommand = defineCommand({
  description: 'Prints the minimum rights with which an account can install bundles, and the rights that their operators and others get by that, including those of Kubernetes\' own roles. '
    + 'As YAML, it writes the ServiceAccount, roles and bindings of the installer, then those of the operator. OLM v0 creates the latter itself, with other names.',
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, several: true }],
  options,
  examples: [
    { description: 'Who gets which rights', command: 'olm-constructs rights bundle' },
    { description: 'The roles with which Flux or Argo CD can install it without OLM', command: 'olm-constructs rights bundle --engine plain --namespace hello -o yaml' },
  ],
  run: async (context, { operands, options: values }) => {
    checkOperands(operands);
    if (operands.length > 1 && values.account !== undefined && values.namespace === undefined) {
      throw new UsageError('--account needs --namespace for several bundles, because they are in different namespaces by default');
    }
    const inputs = await eachInput(operands, context, async (operand) => rightsOf(await readBundle(operand, context, values), values), {
      areListed: values.output === 'json',
    });
    const results = inputs.results.map(({ value }) => value);
    switch (values.output) {
      case 'text':
        context.stdout.write(`${results.map((rights) => rightsText(rights, context.stdout.proseWidth)).join('\n\n')}\n`);
        break;
      case 'json':
        writeResult(context.stdout, values.output, 'RightsList', { items: results.map(dataOf), errors: inputs.errors });
        break;
      case 'yaml':
        context.stdout.data(results.flatMap((rights) => manifestsOf(rights, values)).map(toYaml).join('---\n'));
    }
    return inputs.unreadable > 0 ? ExitCode.ERROR : ExitCode.SUCCESS;
  },
});

/** Rights of the installer and of the operator of a bundle. */
interface Rights {
  readonly bundle: Bundle;
  readonly namespace: string;
  readonly installer: InstallPermissions;
  readonly report: BundleReport;
}

function rightsOf(bundle: Bundle, values: Values<typeof options>): Rights {
  const namespace = values.namespace ?? bundle.packageName;
  return { bundle, namespace, installer: installerOf(bundle, namespace, values), report: BundleReport.of(bundle) };
}

function installerOf(bundle: Bundle, namespace: string, values: Values<typeof options>): InstallPermissions {
  switch (values.engine) {
    case 'olm-v0':
      return InstallPermissions.of(bundle);
    case 'olm-v1':
      return InstallPermissions.ofOlmV1(renderedBy(bundle, namespace, values, true), { extension: bundle.packageName });
    case 'plain':
      return InstallPermissions.ofPlain(renderedBy(bundle, namespace, values, false));
  }
}

function renderedBy(bundle: Bundle, installNamespace: string, values: Values<typeof options>, compatible: boolean): PlainManifests {
  const { installMode, certificates } = values;
  return PlainManifests.render(bundle, {
    installNamespace,
    compatible,
    certificates: certificates === 'openshift' ? CertificateProvider.openShiftServiceCa() : CertificateProvider.certManager(),
    ...defined({ installMode: installModeOf(installMode) }),
  });
}

function rightsText({ installer, report: { content } }: Rights, width: number): string {
  return `${installer._toText(width)}\n\n${operatorRightsText(content, width)}`;
}

function dataOf({ bundle, namespace, installer, report: { content } }: Rights): BundleRights {
  const { engine, rules, clusterRules, kubeSystemRules, namespaceRules } = installer;
  return {
    bundle: bundle.name, package: bundle.packageName, engine, namespace,
    installer: { rules, clusterRules, kubeSystemRules, namespaceRules },
    operator: { rbac: content.rbac, bindings: content.bindings, risks: content.risks },
  };
}

function manifestsOf({ bundle, namespace, installer }: Rights, values: Values<typeof options>): object[] {
  const { account: name = `${bundle.packageName}-installer`, engine } = values;
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    ...installRoleManifests(name, namespace, installer, [{ kind: 'ServiceAccount', name, namespace }]).map(({ manifest }) => manifest),
    ...renderedBy(bundle, namespace, values, engine === 'olm-v1').objects.filter((object) => object['kind'] === 'ServiceAccount' || isRbacObject(object)),
  ];
}
