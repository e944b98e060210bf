import { useEffect } from 'react';
import { create } from 'zustand';

/** Speeds of the replay, times real. */
export const REPLAY_SPEEDS = [10, 30, 60, 120, 300] as const;

type ReplayState = {
  readonly t_sec: number;
  readonly end_sec: number;
  readonly playing: boolean;
  readonly speed: number;
  /** The sortie whose profile is shown; null shows all. */
  readonly sortie_id: string | null;
};

/** The moment of the plan that map and profile show. */
export const useReplay = create<ReplayState>()(() => ({
  t_sec: 0,
  end_sec: 0,
  playing: false,
  speed: 60,
  sortie_id: null,
}));

/** Goes to a moment. */
export function seek(t_sec: number): void {
  useReplay.setState((s) => ({ t_sec: Math.min(s.end_sec, Math.max(0, t_sec)) }));
}

/** Starts or pauses; at the end it starts over. */
export function togglePlay(): void {
  useReplay.setState((s) => ({
    playing: !s.playing && s.end_sec > 0,
    t_sec: !s.playing && s.t_sec >= s.end_sec ? 0 : s.t_sec,
  }));
}

/** Chooses a sortie, or none. */
export function chooseSortie(sortie_id: string | null): void {
  useReplay.setState({ sortie_id });
}

/** Moves the moment on while the replay runs. */
export function useReplayClock(end_sec: number): void {
  const playing = useReplay((s) => s.playing);
  useEffect(() => {
    useReplay.setState({ end_sec, t_sec: 0, playing: false, sortie_id: null });
  }, [end_sec]);
  useEffect(() => {
    if (!playing) return undefined;
    let last = performance.now();
    let frame = 0;
    const tick = (now: number): void => {
      const { t_sec, speed, end_sec: end } = useReplay.getState();
      const next = t_sec + ((now - last) / 1000) * speed;
      last = now;
      useReplay.setState(next >= end ? { t_sec: end, playing: false } : { t_sec: next });
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing]);
}
