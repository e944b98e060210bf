/** The part of an AbortSignal that long work uses; the core knows no DOM or Node types. */
export type AbortSignalLike = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};
