import { getJson } from './http.ts';

/** The assistant as the server says it is. */
export type AssistantStatus = {
  readonly enabled: boolean;
  readonly provider: string;
  readonly model: string | null;
  readonly simulated: boolean;
  readonly limits: {
    readonly max_steps: number;
    readonly max_variants: number;
    readonly max_turns: number;
    readonly max_turn_chars: number;
    readonly eval_time_limit_s: number;
    readonly eval_concurrency: number;
    readonly compute_time_limit_s: number;
  };
};

/** Whether the model is on, which one, and the limits. */
export function assistantStatus(): Promise<AssistantStatus> {
  return getJson<AssistantStatus>('api/assistant/status');
}
