import highs from 'highs';

/** A growing linear program: minimise; columns from 0 up unless told, rows as ranges. */
export type LinearModel = {
  readonly addColumns: (columns: readonly Column[]) => void;
  readonly addRows: (rows: readonly Row[]) => void;
  readonly columnBounds: (column: number, low: number, high: number) => void;
  readonly rowBounds: (row: number, low: number, high: number) => void;
  readonly coefficient: (row: number, column: number, value: number) => void;
  readonly solve: () => Solved;
  /** The basis of the last solution; put back, what was added since starts outside it. */
  readonly basis: () => Basis;
  readonly restore: (basis: Basis) => void;
  readonly dispose: () => void;
};

export type Basis = { readonly colStatus: Int32Array; readonly rowStatus: Int32Array };
export type Entry = readonly [index: number, value: number];
export type Column = { readonly cost: number; readonly entries: readonly Entry[] };
export type Row = { readonly low: number; readonly high: number; readonly entries: readonly Entry[] };

/** An optimal solution with the rows' duals of the minimisation; or none exists; or the solver gave up. */
export type Solved =
  Optimal | { readonly status: 'infeasible' } | { readonly status: 'failed'; readonly code: number };

export type Optimal = {
  readonly status: 'optimal';
  readonly value: number;
  readonly columns: Float64Array;
  readonly duals: Float64Array;
  readonly reduced: Float64Array;
};

type Matrix = {
  readonly format: 'csc' | 'csr';
  readonly numRows: number;
  readonly numCols: number;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
};

/** What is used of the package's model. */
type Native = {
  readonly options: { set: (values: Record<string, unknown>) => unknown };
  addCols: (data: Record<string, unknown>) => unknown;
  addRows: (data: Record<string, unknown>) => unknown;
  changeColBounds: (index: number, low: number, high: number) => unknown;
  changeRowBounds: (index: number, low: number, high: number) => unknown;
  changeCoefficient: (row: number, column: number, value: number) => unknown;
  run: () => { readonly modelStatus: number };
  getObjectiveValue: () => number;
  getSolution: () => {
    readonly colValue: Float64Array;
    readonly colDual: Float64Array;
    readonly rowDual: Float64Array;
  };
  getBasis: () => Basis;
  setBasis: (basis: Basis) => unknown;
  clearSolver: () => unknown;
  dispose: () => void;
};

type Loaded = { readonly createModel: () => Native; readonly infinity: number };

/** Statuses of a proven optimum and of proven infeasibility. */
const OPTIMAL = 7;
const INFEASIBLE = 8;

/** Statuses in a basis. */
const AT_LOWER = 0;
const BASIC = 1;

function packed(lists: readonly (readonly Entry[])[], format: 'csc' | 'csr', other: number): Matrix {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length));
  const indices = new Int32Array(starts[lists.length]!);
  const values = new Float64Array(indices.length);
  let at = 0;
  for (const list of lists)
    for (const [index, value] of list) {
      indices[at] = index;
      values[at++] = value;
    }
  const [numRows, numCols] = format === 'csr' ? [lists.length, other] : [other, lists.length];
  return { format, numRows, numCols, starts, indices, values };
}

/** HiGHS (Huangfu and Hall, 2018) compiled to WebAssembly: one thread, a fixed seed, restarted from the last basis. */
export async function loadLinear(): Promise<() => LinearModel> {
  const loaded = await (highs as unknown as () => Promise<Loaded>)();
  return () => modelOf(loaded.createModel());
}

function modelOf(native: Native): LinearModel {
  native.options.set({ output_flag: false, random_seed: 1, solver: 'simplex', presolve: 'off' });
  let columns = 0;
  let rows = 0;
  return {
    addColumns: (list) => {
      const n = list.length;
      native.addCols({
        cost: Float64Array.from(list, (c) => c.cost),
        lower: new Float64Array(n),
        upper: new Float64Array(n).fill(Infinity),
        matrix: packed(
          list.map((c) => c.entries),
          'csc',
          rows,
        ),
      });
      columns += n;
    },
    addRows: (list) => {
      native.addRows({
        lower: Float64Array.from(list, (r) => r.low),
        upper: Float64Array.from(list, (r) => r.high),
        matrix: packed(
          list.map((r) => r.entries),
          'csr',
          columns,
        ),
      });
      rows += list.length;
    },
    columnBounds: (column, low, high) => void native.changeColBounds(column, low, high),
    rowBounds: (row, low, high) => void native.changeRowBounds(row, low, high),
    coefficient: (row, column, value) => void native.changeCoefficient(row, column, value),
    solve: () => {
      let { modelStatus } = native.run();
      if (modelStatus !== OPTIMAL && modelStatus !== INFEASIBLE) {
        // A basis worn by many changes: once more from nothing.
        native.clearSolver();
        ({ modelStatus } = native.run());
      }
      if (modelStatus === INFEASIBLE) return { status: 'infeasible' };
      if (modelStatus !== OPTIMAL) return { status: 'failed', code: modelStatus };
      const { colValue, colDual, rowDual } = native.getSolution();
      return {
        status: 'optimal',
        value: native.getObjectiveValue(),
        columns: colValue,
        duals: rowDual,
        reduced: colDual,
      };
    },
    basis: () => native.getBasis(),
    restore: ({ colStatus, rowStatus }) => {
      const grown = (old: Int32Array, size: number, fresh: number): Int32Array => {
        const out = new Int32Array(size).fill(fresh);
        out.set(old);
        return out;
      };
      native.setBasis({
        colStatus: grown(colStatus, columns, AT_LOWER),
        rowStatus: grown(rowStatus, rows, BASIC),
      });
    },
    dispose: () => native.dispose(),
  };
}
