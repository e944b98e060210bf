/** Milliseconds for which the report's address stays good: a reader may load it again. */
const KEEP_MS = 600_000;

/** Opens a report in a window of its own and asks to print it; false where the browser opens none. */
export function openReport(blob: Blob): boolean {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  const opened = window.open(url, '_blank');
  if (opened === null) return false;
  opened.addEventListener('load', () => opened.print());
  return true;
}
