import { Chart } from 'cdk8s';
import { Dependable, IConstruct, IDependable } from 'constructs';
import { printWarning } from '../../text/print-warning';
import { printableValidation } from './printable-validation';

/** Property of the root of an app with the order of its charts, so that all copies of this library share it. */
const CHART_ORDER = Symbol.for('olm-constructs.ChartOrder');

/** Why a chart is written after another one. The stronger reason wins if charts need each other. */
enum Reason {
  /** cdk8s writes a chart after the charts in it. */
  NESTING,
  /** Objects are accepted before what they refer to, and wait for it. */
  PREFERRED,
  /** The API server refuses objects before what they need: CRDs and Namespaces. */
  REQUIRED,
}

/** A chart that is written after another one, unless a stronger reason requires the opposite. */
interface Edge {
  readonly source: Chart;
  readonly target: Chart;
  /** The first construct with this reason, and what it needs. */
  readonly example: Need;
  readonly reason: Reason;
  isReported: boolean;
}

interface Need {
  readonly construct: IConstruct;
  readonly target: IConstruct;
}

/**
 * Makes the API server accept a construct: what it needs is applied before it, such as CRDs and Namespaces. If charts need each other, these needs
 * decide their order.
 */
export function requireBefore(construct: IConstruct, ...targets: readonly IConstruct[]): void {
  addNeeds(construct, targets, Reason.REQUIRED);
}

/** Applies a construct after others, unless their charts need each other: the API server accepts it before them, too. */
export function preferBefore(construct: IConstruct, ...targets: readonly IConstruct[]): void {
  addNeeds(construct, targets, Reason.PREFERRED);
}

/**
 * Applies a construct after all of a list that were created before it in the same scope. cdk8s keeps the order in which constructs were created, and
 * walks every path of its dependency graph, so that it only knows the dependency on the last one: many constructs after many others would take
 * quadratic time.
 */
export function applyAfter(construct: IConstruct, targets: readonly IConstruct[]): void {
  AFTER.set(construct, targets);
  construct.node.addDependency(...targets.slice(-1));
}

/** What constructs are applied after, apart from the dependencies that cdk8s knows. */
const AFTER = new WeakMap<IConstruct, readonly IConstruct[]>();

/** Returns everything that a construct depends on, also what cdk8s cannot write before it because charts need each other. */
export function dependenciesOf(construct: IConstruct): IConstruct[] {
  const root = construct.node.root as { readonly [CHART_ORDER]?: ChartOrder };
  const known = root[CHART_ORDER]?.withAll(() => construct.node.dependencies) ?? construct.node.dependencies;
  return [...new Set([...known, ...AFTER.get(construct) ?? []])];
}

function addNeeds(construct: IConstruct, targets: readonly IConstruct[], reason: Reason): void {
  const chart = chartOf(construct);
  for (const target of targets) {
    const other = chartOf(target);
    if (chart === undefined || other === undefined || chart === other) {
      construct.node.addDependency(target);
    } else {
      orderOf(construct).add({ construct, target }, chart, other, reason);
    }
  }
}

function chartOf(construct: IConstruct): Chart | undefined {
  return construct.node.scopes.findLast((scope): scope is Chart => Chart.isChart(scope));
}

function orderOf(construct: IConstruct): ChartOrder {
  const root = construct.node.root as { [CHART_ORDER]?: ChartOrder };
  if (root[CHART_ORDER] === undefined) {
    Object.defineProperty(root, CHART_ORDER, { value: new ChartOrder(construct.node.root) });
  }
  return root[CHART_ORDER]!;
}

/**
 * The order of the charts of an app. cdk8s writes charts one after the other, and fails if two of them need each other, whatever the objects in them
 * need. So dependencies between charts are decided when cdk8s reads them, for all charts together: the strongest first.
 */
class ChartOrder {
  readonly #edges = new Map<Chart, Map<Chart, Edge>>();
  #accepted: ReadonlySet<Edge> | undefined;
  #showsAll = false;
  #isDeciding = false;

  public constructor(private readonly root: IConstruct) {
    // A user may have added dependencies since the last pass.
    root.node.addValidation(printableValidation(() => {
      this.#accepted = undefined;
      return [];
    }));
  }

  /** Adds a dependency that is left out if the order of the charts requires the opposite. */
  public add(need: Need, source: Chart, target: Chart, reason: Reason): void {
    this.#addEdge({ source, target, example: need, reason, isReported: false });
    const dependable: IDependable = {};
    Dependable.implement(dependable, {
      get dependencyRoots() {
        return isFollowed() ? [need.target] : [];
      },
    });
    const isFollowed = (): boolean => this.#isFollowed(source, target);
    need.construct.node.addDependency(dependable);
    [source, target].flatMap(({ node }) => node.scopes).filter(scope => Chart.isChart(scope)).forEach(chart => this.#giveWay(chart));
  }

  /** Runs a function that sees all dependencies. */
  public withAll<Result>(run: () => Result): Result {
    const before = this.#showsAll;
    this.#showsAll = true;
    try {
      return run();
    } finally {
      this.#showsAll = before;
    }
  }

  #addEdge(edge: Edge): void {
    const ofSource = this.#edges.get(edge.source) ?? new Map<Chart, Edge>();
    this.#edges.set(edge.source, ofSource);
    const known = ofSource.get(edge.target);
    if (known === undefined || known.reason < edge.reason) {
      ofSource.set(edge.target, edge);
      this.#accepted = undefined;
    }
  }

  /** Lets the rule of cdk8s that a chart is written after the charts in it give way to what these charts need of it. */
  #giveWay(chart: Chart): void {
    const { node } = chart;
    if (Object.hasOwn(node, 'addDependency')) {
      return;
    }
    const addDependency = node.addDependency.bind(node);
    const nested = new Set<IDependable>();
    Object.defineProperty(node, 'addDependency', {
      value: (...targets: readonly IDependable[]): void => {
        for (const target of targets) {
          if (!Chart.isChart(target) || target.node.scope !== chart) {
            addDependency(target);
          } else if (!nested.has(target)) {
            nested.add(target);
            this.add({ construct: chart, target }, chart, target, Reason.NESTING);
          }
        }
      },
    });
  }

  #isFollowed(source: Chart, target: Chart): boolean {
    if (this.#showsAll || this.#isDeciding) {
      return this.#showsAll;
    }
    this.#accepted ??= this.#decide();
    return this.#accepted.has(this.#edges.get(source)!.get(target)!);
  }

  #decide(): ReadonlySet<Edge> {
    const edges = [...this.#edges.values()].flatMap(ofSource => [...ofSource.values()]).sort((left, right) => right.reason - left.reason);
    const after = this.#fixedOrder();
    const accepted = new Set<Edge>();
    for (const edge of edges) {
      if (!isAfter(after, edge.target, edge.source)) {
        accepted.add(edge);
        addTo(after, edge.source, edge.target);
      } else if (edge.reason === Reason.REQUIRED && !edge.isReported) {
        edge.isReported = true;
        printWarning(describe(edge));
      }
    }
    return accepted;
  }

  /** Returns the charts that each chart is written after in any case: because of dependencies of the user, or because it contains them. */
  #fixedOrder(): Map<IConstruct, Set<IConstruct>> {
    const after = new Map<IConstruct, Set<IConstruct>>();
    // cdk8s validates, and so decides, once for each chart: to look for the chart of each target would take most of the time.
    const charts = chartsBelow(this.root);
    this.#isDeciding = true;
    try {
      for (const [construct, chart] of charts) {
        const { scope } = construct.node;
        if (construct === chart && scope !== undefined && Chart.isChart(scope) && !Object.hasOwn(scope.node, 'addDependency')) {
          addTo(after, scope, chart);
        }
        for (const target of construct.node.dependencies) {
          const other = charts.get(target);
          if (other !== undefined && other !== chart) {
            addTo(after, chart, other);
          }
        }
      }
    } finally {
      this.#isDeciding = false;
    }
    return after;
  }
}

/** Returns the constructs in charts, each with its chart. */
function chartsBelow(root: IConstruct): Map<IConstruct, Chart> {
  const charts = new Map<IConstruct, Chart>();
  const visit = (construct: IConstruct, around: Chart | undefined): void => {
    const chart = Chart.isChart(construct) ? construct : around;
    if (chart !== undefined) {
      charts.set(construct, chart);
    }
    construct.node.children.forEach(child => visit(child, chart));
  };
  visit(root, undefined);
  return charts;
}

function addTo(after: Map<IConstruct, Set<IConstruct>>, source: IConstruct, target: IConstruct): void {
  const targets = after.get(source) ?? new Set();
  after.set(source, targets.add(target));
}

/** Whether a chart is written after another one, directly or because of charts between them. */
function isAfter(after: ReadonlyMap<IConstruct, ReadonlySet<IConstruct>>, chart: IConstruct, other: IConstruct): boolean {
  const seen = new Set<IConstruct>([chart]);
  for (const one of seen) {
    after.get(one)?.forEach(next => seen.add(next));
  }
  return seen.has(other);
}

function describe({ source, target, example: { construct, target: needed } }: Edge): string {
  return `[${construct.node.path}] '${needed.node.path}' has to be applied before, but the chart '${target.node.path}' is written after the chart '${source.node.path}', on `
    + `which it depends: applied in this order, the API server refuses objects the first time; create what '${source.node.path}' needs in a chart of its own`;
}
