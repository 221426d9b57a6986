import { catalogAddCommand } from './act/catalog-add';
import { installCommand } from './act/install';
import { removeCommand, uninstallCommand } from './act/remove';
import { runCommand } from './act/run';
import { upgradeCommand } from './act/upgrade';
import { waitCommand } from './act/wait';
import type { CommandEntry } from './frame/command';
import { apisCommand } from './inspect/apis';
import { explainCommand } from './inspect/explain';
import { listCatalogsCommand, listOperandsCommand, listOperatorsCommand } from './inspect/list';
import { metricsCommand } from './inspect/metrics';
import { packagesCommand } from './inspect/packages';
import { statusCommand } from './inspect/status';
import { bundleCreateCommand } from './offline/bundle-create';
import { bundleInitCommand } from './offline/bundle-init';
import { catalogFilterCommand, catalogGraphCommand, catalogMergeCommand, catalogRenderCommand, catalogValidateCommand } from './offline/catalog';
import { catalogAppendCommand } from './offline/catalog-append';
import { catalogDiffCommand } from './offline/catalog-diff';
import { catalogTemplateCommand } from './offline/catalog-template';
import { completeCommand, completionCommand } from './offline/completion';
import { imagesCommand } from './offline/images';
import { importCommand } from './offline/import';
import { initCommand } from './offline/init';
import { lockCommand } from './offline/lock';
import { migrateCommand } from './offline/migrate';
import { planCommand } from './offline/plan';
import { bundlePushCommand, catalogPushCommand } from './offline/push';
import { diffCommand, reportCommand } from './offline/report';
import { resolveCommand } from './offline/resolve';
import { rightsCommand } from './offline/rights';
import { synthCommand } from './offline/synth';
import { treeDiffCommand, treeWriteCommand } from './offline/tree';
import { validateCommand } from './offline/validate';
import { versionCommand } from './offline/version';

type Entry = Omit<CommandEntry, 'heading'>;

/** Commands that inspect a cluster. */
const INSPECT: readonly Entry[] = [
  {
    name: 'status', summary: 'print OLM, catalogs and operators, and what they wait for',
    load: () => statusCommand,
  },
  {
    name: 'explain', summary: 'explain why something is not ready',
    load: () => explainCommand,
  },
  {
    name: 'packages', summary: 'list what catalogs offer',
    load: () => packagesCommand,
  },
  { name: 'list operators', summary: 'list operators with their versions', load: () => listOperatorsCommand },
  { name: 'list operands', summary: 'list the objects of operators\' APIs', load: () => listOperandsCommand },
  { name: 'list catalogs', summary: 'list catalogs', load: () => listCatalogsCommand },
  { name: 'apis', summary: 'list the APIs of a cluster, for the checks of an app', load: () => apisCommand },
  {
    name: 'metrics', summary: 'serve the health of operators to Prometheus',
    load: () => metricsCommand,
  },
];

/** Commands that change a cluster, or wait for it. */
const ACT: readonly Entry[] = [
  { name: 'install', summary: 'install OLM, or a package of a catalog', load: () => installCommand },
  { name: 'run', summary: 'install an operator from its bundle, or upgrade it', load: () => runCommand },
  { name: 'upgrade', summary: 'upgrade an operator of a catalog', load: () => upgradeCommand },
  { name: 'wait', summary: 'wait until everything in manifests is ready', load: () => waitCommand },
  { name: 'remove', summary: 'remove operators, catalogs and everything else in manifests', load: () => removeCommand },
  { name: 'uninstall', summary: 'remove OLM', load: () => uninstallCommand },
];

/** Commands that make bundles and their images. */
const BUNDLE: readonly Entry[] = [
  { name: 'bundle create', summary: 'make a bundle of manifests', load: () => bundleCreateCommand },
  { name: 'bundle init', summary: 'write how a bundle is made of manifests into a file', load: () => bundleInitCommand },
  { name: 'bundle push', summary: 'push the image of a bundle to a registry', load: () => bundlePushCommand },
];

/** Commands for file-based catalogs. */
const CATALOG: readonly Entry[] = [
  {
    name: 'catalog render', summary: 'render a catalog from bundles',
    load: () => catalogRenderCommand,
  },
  {
    name: 'catalog validate', summary: 'validate catalogs as opm does',
    load: () => catalogValidateCommand,
  },
  {
    name: 'catalog filter', summary: 'keep some packages, channels and versions',
    load: () => catalogFilterCommand,
  },
  {
    name: 'catalog merge', summary: 'merge catalogs into one',
    load: () => catalogMergeCommand,
  },
  {
    name: 'catalog diff', summary: 'compare two catalogs',
    load: () => catalogDiffCommand,
  },
  {
    name: 'catalog graph', summary: 'draw the upgrades of a package',
    load: () => catalogGraphCommand,
  },
  {
    name: 'catalog template', summary: 'render a catalog template',
    load: () => catalogTemplateCommand,
  },
  {
    name: 'catalog append', summary: 'add bundles to a catalog',
    load: () => catalogAppendCommand,
  },
  {
    name: 'catalog push', summary: 'push a catalog and its bundles to a registry',
    load: () => catalogPushCommand,
  },
];

/** The command of the same group that changes a cluster. */
const CATALOG_ADD: Entry = { name: 'catalog add', summary: 'add a catalog image to a cluster', load: () => catalogAddCommand };

/** Commands that need no cluster. */
const OFFLINE: readonly Entry[] = [
  {
    name: 'synth', summary: 'write the manifests that install operators from bundles',
    load: () => synthCommand,
  },
  { name: 'validate', summary: 'validate bundles', load: () => validateCommand },
  {
    name: 'report', summary: 'print what bundles own, require and may do',
    load: () => reportCommand,
  },
  { name: 'diff', summary: 'print what an upgrade from one bundle to another changes', load: () => diffCommand },
  {
    name: 'rights', summary: 'print or write the roles of installers and of operators',
    load: () => rightsCommand,
  },
  {
    name: 'images', summary: 'list the images of bundles, catalogs and manifests, for mirroring',
    load: () => imagesCommand,
  },
  ...BUNDLE,
  ...CATALOG,
  {
    name: 'tree write', summary: 'write manifests into a tree with a folder for each cluster',
    load: () => treeWriteCommand,
  },
  {
    name: 'tree diff', summary: 'compare two trees of manifests',
    load: () => treeDiffCommand,
  },
  { name: 'lock', summary: 'lock the operators of an app to versions', load: () => lockCommand },
  { name: 'plan', summary: 'print the effects of an upgrade from one lock to another', load: () => planCommand },
  { name: 'resolve', summary: 'print what OLM would install for Subscriptions', load: () => resolveCommand },
  { name: 'migrate', summary: 'print how operators move from OLM v0 to OLM v1', load: () => migrateCommand },
  {
    name: 'import', summary: 'write TypeScript classes for the custom resources of operators',
    load: () => importCommand,
  },
  { name: 'init', summary: 'create a project with cdk8s or Pulumi', load: () => initCommand },
  {
    name: 'completion', summary: 'print the completion script of a shell',
    load: () => completionCommand,
  },
  { name: 'version', summary: 'print the versions of the program and of OLM', load: () => versionCommand },
  {
    name: '__complete', summary: 'print what can follow in a command line', hidden: true,
    load: () => completeCommand(COMMANDS),
  },
];

/** The commands, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  ...INSPECT.map((entry) => ({ ...entry, heading: 'Inspect a cluster:' })),
  ...ACT.map((entry) => ({ ...entry, heading: 'Change a cluster:' })),
  ...OFFLINE.map((entry) => ({ ...entry, heading: 'Without a cluster:' })),
  { ...CATALOG_ADD, heading: 'Change a cluster:' },
];
