import highs from 'highs';

/** What a mixed-integer solver answers: its status, and the value of each column by name. */
export type MilpSolution = {
  readonly status: string;
  readonly columns: Readonly<Record<string, number>>;
};

/** Solves a model written in CPLEX LP format. */
export type MilpSolver = (model: string, time_limit_sec: number) => MilpSolution;

type Loaded = {
  solve: (
    model: string,
    options: Record<string, unknown>,
  ) => { Status: string; Columns: Record<string, { Primal?: number }> };
};

/** HiGHS (Huangfu and Hall, 2018) compiled to WebAssembly: one thread, seed 0, proven to the last unit of cost. */
export async function loadMilpSolver(): Promise<MilpSolver> {
  // The package's types describe its CommonJS form; its module form exports the loader itself.
  const solver = await (highs as unknown as () => Promise<Loaded>)();
  return (model, time_limit_sec) => {
    const { Status, Columns } = solver.solve(model, {
      random_seed: 0,
      time_limit: time_limit_sec,
      mip_rel_gap: 0,
      mip_abs_gap: 0.5,
      output_flag: false,
    });
    const columns: Record<string, number> = {};
    for (const [name, column] of Object.entries(Columns)) columns[name] = column.Primal ?? NaN;
    return { status: Status, columns };
  };
}
