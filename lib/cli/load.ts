import type * as removeModule from './act/remove';
import type * as uninstallModule from './act/uninstall';
import type * as waitModule from './act/wait';
import type { CommandEntry } from './frame/command';
import type * as explainModule from './inspect/explain';
import type * as metricsModule from './inspect/metrics';
import type * as packagesModule from './inspect/packages';
import type * as statusModule from './inspect/status';
import type * as statusWatchModule from './inspect/status-watch';
import type * as catalogDiffModule from './offline/catalog-diff';
import type * as catalogFilterModule from './offline/catalog-filter';
import type * as catalogGraphModule from './offline/catalog-graph';
import type * as catalogMergeModule from './offline/catalog-merge';
import type * as catalogRenderModule from './offline/catalog-render';
import type * as catalogTemplateModule from './offline/catalog-template';
import type * as catalogValidateModule from './offline/catalog-validate';
import type * as completionModule from './offline/completion';
import type * as diffModule from './offline/diff';
import type * as imagesModule from './offline/images';
import type * as importModule from './offline/import';
import type * as initModule from './offline/init';
import type * as lockModule from './offline/lock';
import type * as planModule from './offline/plan';
import type * as reportModule from './offline/report';
import type * as synthModule from './offline/synth';
import type * as treeDiffModule from './offline/tree-diff';
import type * as treeWriteModule from './offline/tree-write';
import type * as validateModule from './offline/validate';

// Loads modules at the first call, so that each command loads only what it needs. Only this file of the module may call `require`. An entry is
//
//   { name: 'status', summary: 'print what is installed', load: () => (require('./inspect/status') as typeof statusModule).statusCommand },
//
// with `import type * as statusModule from './inspect/status';`.

/** Prints a status again after each change. */
export const printStatusChanges: typeof statusWatchModule.printStatusChanges = (...args) => (
  (require('./inspect/status-watch') as typeof statusWatchModule).printStatusChanges(...args)
);

type Entry = Omit<CommandEntry, 'heading'>;

/** Commands that inspect a cluster. */
const INSPECT: readonly Entry[] = [
  {
    name: 'status', summary: 'print OLM, catalogs and operators, and what they wait for',
    load: () => (require('./inspect/status') as typeof statusModule).statusCommand,
  },
  {
    name: 'explain', summary: 'explain why something is not ready',
    load: () => (require('./inspect/explain') as typeof explainModule).explainCommand,
  },
  {
    name: 'packages', summary: 'list what catalogs offer',
    load: () => (require('./inspect/packages') as typeof packagesModule).packagesCommand,
  },
  {
    name: 'metrics', summary: 'serve the health of operators to Prometheus',
    load: () => (require('./inspect/metrics') as typeof metricsModule).metricsCommand,
  },
];

/** Commands that change a cluster, or wait for it. */
const ACT: readonly Entry[] = [
  { name: 'wait', summary: 'wait until everything in manifests is ready', load: () => (require('./act/wait') as typeof waitModule).waitCommand },
  { name: 'remove', summary: 'remove operators, catalogs and everything else in manifests', load: () => (require('./act/remove') as typeof removeModule).removeCommand },
  { name: 'uninstall', summary: 'remove OLM', load: () => (require('./act/uninstall') as typeof uninstallModule).uninstallCommand },
];

/** Commands for file-based catalogs. */
const CATALOG: readonly Entry[] = [
  {
    name: 'catalog render', summary: 'render a catalog from bundles',
    load: () => (require('./offline/catalog-render') as typeof catalogRenderModule).catalogRenderCommand,
  },
  {
    name: 'catalog validate', summary: 'validate catalogs as opm does',
    load: () => (require('./offline/catalog-validate') as typeof catalogValidateModule).catalogValidateCommand,
  },
  {
    name: 'catalog filter', summary: 'keep some packages, channels and versions',
    load: () => (require('./offline/catalog-filter') as typeof catalogFilterModule).catalogFilterCommand,
  },
  {
    name: 'catalog merge', summary: 'merge catalogs into one',
    load: () => (require('./offline/catalog-merge') as typeof catalogMergeModule).catalogMergeCommand,
  },
  {
    name: 'catalog diff', summary: 'compare two catalogs',
    load: () => (require('./offline/catalog-diff') as typeof catalogDiffModule).catalogDiffCommand,
  },
  {
    name: 'catalog graph', summary: 'draw the upgrades of a package',
    load: () => (require('./offline/catalog-graph') as typeof catalogGraphModule).catalogGraphCommand,
  },
  {
    name: 'catalog template', summary: 'render a catalog template',
    load: () => (require('./offline/catalog-template') as typeof catalogTemplateModule).catalogTemplateCommand,
  },
];

/** Commands that need no cluster. */
const OFFLINE: readonly Entry[] = [
  {
    name: 'synth', summary: 'write the manifests that install operators from bundles',
    load: () => (require('./offline/synth') as typeof synthModule).synthCommand,
  },
  { name: 'validate', summary: 'validate bundles', load: () => (require('./offline/validate') as typeof validateModule).validateCommand },
  {
    name: 'report', summary: 'print what bundles own, require and may do',
    load: () => (require('./offline/report') as typeof reportModule).reportCommand,
  },
  { name: 'diff', summary: 'print what an upgrade from one bundle to another changes', load: () => (require('./offline/diff') as typeof diffModule).diffCommand },
  {
    name: 'images', summary: 'list the images of bundles, catalogs and manifests, for mirroring',
    load: () => (require('./offline/images') as typeof imagesModule).imagesCommand,
  },
  ...CATALOG,
  {
    name: 'tree write', summary: 'write manifests into a tree with a folder for each cluster',
    load: () => (require('./offline/tree-write') as typeof treeWriteModule).treeWriteCommand,
  },
  {
    name: 'tree diff', summary: 'compare two trees of manifests',
    load: () => (require('./offline/tree-diff') as typeof treeDiffModule).treeDiffCommand,
  },
  { name: 'lock', summary: 'lock the operators of an app to versions', load: () => (require('./offline/lock') as typeof lockModule).lockCommand },
  { name: 'plan', summary: 'print the effects of an upgrade from one lock to another', load: () => (require('./offline/plan') as typeof planModule).planCommand },
  {
    name: 'import', summary: 'write TypeScript classes for the custom resources of operators',
    load: () => (require('./offline/import') as typeof importModule).importCommand,
  },
  { name: 'init', summary: 'create a project with cdk8s or Pulumi', load: () => (require('./offline/init') as typeof initModule).initCommand },
  {
    name: 'completion', summary: 'print the completion script of a shell',
    load: () => (require('./offline/completion') as typeof completionModule).completionCommand,
  },
  {
    name: '__complete', summary: 'print what can follow in a command line', hidden: true,
    load: () => (require('./offline/completion') as typeof completionModule).completeCommand,
  },
];

/** The commands, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  ...INSPECT.map((entry) => ({ ...entry, heading: 'Inspect a cluster:' })),
  ...ACT.map((entry) => ({ ...entry, heading: 'Change a cluster:' })),
  ...OFFLINE.map((entry) => ({ ...entry, heading: 'Without a cluster:' })),
];
