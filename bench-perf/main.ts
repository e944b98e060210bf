import { cpus, totalmem } from 'node:os';

/** A benchmark: prints lines; ratios beside a named baseline of the same run. */
type Bench = { run(print: (line: string) => void): Promise<void> };

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const cpu = cpus();
print(
  `machine: ${cpu.length} x ${cpu[0]?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, node ${process.version}, ${process.platform} ${process.arch}`,
);
for (const name of process.argv.slice(2)) {
  print(`\n== ${name}`);
  const bench = (await import(`./${name}.ts`)) as Bench;
  await bench.run(print);
}
