import { useEffect } from 'react';
import { create } from 'zustand';
import { assistantStatus, type AssistantStatus } from '../api/assistant.ts';
import { asApiError } from '../api/http.ts';

/** What is known of the model: `absent` is a server without an assistant. */
type ModelState =
  | { readonly state: 'unknown' | 'unreachable' | 'absent'; readonly status: null }
  | { readonly state: 'known'; readonly status: AssistantStatus };

/** The model's state. */
export const useModel = create<ModelState>()(() => ({ state: 'unknown', status: null }));

/** Milliseconds between two looks: a server restarted with another model is noticed. */
const EVERY_MS = 60_000;

/** Asks the server once. */
export async function askModel(): Promise<void> {
  try {
    useModel.setState({ state: 'known', status: await assistantStatus() }, true);
  } catch (e) {
    const state = asApiError(e).code === 'NOT_FOUND' ? 'absent' : 'unreachable';
    useModel.setState({ state, status: null }, true);
  }
}

/** Keeps the state fresh while the page is open. */
export function useModelWatch(): void {
  useEffect(() => {
    void askModel();
    const timer = setInterval(() => void askModel(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
