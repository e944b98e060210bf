/**
 * Load on one server over loopback: chats and planning requests at once, in waves. Prints what was lost, how long the event
 * loop was held up (its 99th percentile, as the server itself measures it), and the memory after each wave. The model is
 * a double on this machine; the server is the built one, in a process of its own.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundledSurveyScenario } from '#store';
import { startOpenAiDouble, type OpenAiDouble } from '../test/doubles/openai-server.ts';

const CHATS = 200;
const PLANS = 50;
const WAVES = 8;
/** Threads and their heaps grow to their size in the first waves; from this one on memory must stay. */
const WARM = 4;

type Wave = { readonly lost: number; readonly sec: number; readonly p99_ms: number; readonly rss_mb: number };

const scenario = {
  ...bundledSurveyScenario('s01')!,
  // A short search: the point is the number of requests, not the plan.
  solver: { time_limit_s: 5, seed: 1, iteration_budget: 20 },
};

/** Waves of requests; the goals are those of the gateway. */
export async function run(print: (line: string) => void): Promise<void> {
  const double = await startModel();
  const server = await startServer(double.url);
  try {
    print(`${CHATS} chats and ${PLANS} planning requests at once, ${WAVES} waves; the model is a double`);
    const waves: Wave[] = [];
    for (let i = 0; i < WAVES; i++) {
      const wave = await runWave(server.url, server.pid);
      waves.push(wave);
      print(
        `wave ${i + 1}: lost ${wave.lost} of ${CHATS + PLANS}, ${wave.sec.toFixed(1)} s, event loop p99 ${wave.p99_ms.toFixed(1)} ms, memory ${wave.rss_mb.toFixed(0)} MB`,
      );
    }
    const growth = waves.at(-1)!.rss_mb / waves[WARM - 1]!.rss_mb - 1;
    const worst_ms = Math.max(...waves.map((w) => w.p99_ms));
    const lost = waves.reduce((sum, w) => sum + w.lost, 0);
    print(
      `lost ${lost} (goal 0), event loop p99 ${worst_ms.toFixed(1)} ms (goal under 50), memory from wave ${WARM} to ${WAVES} ${(100 * growth).toFixed(1)} % (goal within 10)`,
    );
  } finally {
    server.child.kill('SIGTERM');
    await double.close();
  }
}

/** First turn: a change of the wind. Second turn: a sentence. */
function startModel(): Promise<OpenAiDouble> {
  return startOpenAiDouble((request, index) => {
    const input = request.body['input'];
    const answered = JSON.stringify(input ?? '').includes('function_call_output');
    const delay_ms = 40 + ((index * 37) % 160);
    if (answered)
      return {
        kind: 'output',
        delay_ms,
        items: [
          {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'The wind is set.' }],
          },
        ],
      };
    const args = {
      wind_mps: 5,
      wind_from_deg: 270,
      gust_mps: null,
      temperature_c: null,
    };
    return {
      kind: 'output',
      delay_ms,
      items: [
        {
          type: 'function_call',
          id: `fc_${index}`,
          call_id: `call_${index}`,
          name: 'set_weather',
          arguments: JSON.stringify(args),
        },
      ],
    };
  });
}

async function startServer(
  model_url: string,
): Promise<{ readonly url: string; readonly pid: number; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, ['bin/cloudbrain.mjs', 'serve', '--port', '0'], {
    env: {
      ...process.env,
      LLM_PROVIDER: 'openai',
      OPENAI_BASE_URL: model_url,
      OPENAI_MODEL: 'double',
      CLOUDBRAIN_RATE_PER_MINUTE: '1000000',
      CLOUDBRAIN_DATA_DIR: 'memory',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const match = /http:\/\/localhost:(\d+)/.exec(said);
      if (match !== null) resolve(`http://127.0.0.1:${match[1]}`);
    });
    child.on('exit', (code, signal) => {
      if (code !== 0) process.stderr.write(`the server ended with ${code ?? signal}: ${said}\n`);
      reject(new Error('the server ended'));
    });
  });
  return { url, pid: child.pid!, child };
}

async function runWave(url: string, pid: number): Promise<Wave> {
  await lag(url); // Reading it starts a new measurement.
  const started = performance.now();
  const chats = Array.from({ length: CHATS }, () =>
    answered(url, '/api/assistant/chat', {
      messages: [{ role: 'user', content: 'Set the wind to 5 m/s from the west' }],
      scenario,
    }).then((text) => text.includes('\nevent: done\n') && text.includes('event: ops\n')),
  );
  const plans = Array.from({ length: PLANS }, () =>
    answered(url, '/api/survey/plan', { scenario }).then((text) => text.includes('"admitted":true')),
  );
  const fine = await Promise.all([...chats, ...plans]);
  const sec = (performance.now() - started) / 1000;
  return { lost: fine.filter((ok) => !ok).length, sec, p99_ms: 1000 * (await lag(url)), rss_mb: rss(pid) };
}

async function answered(url: string, path: string, body: unknown): Promise<string> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return await response.text();
  } catch (e) {
    return String(e);
  }
}

/** The event loop's 99th percentile since the last reading, in seconds. */
async function lag(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? NaN);
}

/** Resident memory of a process, in megabytes. */
function rss(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}
