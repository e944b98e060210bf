import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from './local.ts';

/** Where the page is: the half, what is open in it, and a part of that. */
export type Route = {
  readonly mode: 'traffic' | 'survey';
  readonly id: string | null;
  readonly part: string | null;
};

const KEY = 'cloudbrain.last';

/** The place that a hash such as `#/survey/s03` names; null for anything else. */
export function parseRoute(hash: string): Route | null {
  const [mode, id, part] = hash.replace(/^#\/?/, '').split('/').map(decode);
  if (mode !== 'traffic' && mode !== 'survey') return null;
  return { mode, id: id || null, part: part || null };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The hash of a place. */
export function hashOf(route: Route): string {
  const parts = [route.mode, route.id, route.part].filter((p): p is string => p !== null);
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Goes to a place; the browser's back button comes back. */
export function go(route: Route): void {
  location.hash = hashOf(route);
}

/** Puts a more exact place for the present one, without a step in the history. */
export function settle(route: Route): void {
  const hash = hashOf(route);
  if (location.hash === hash) return;
  history.replaceState(null, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** The present place; without a hash, the last one of this browser. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const route = parseRoute(hash);
  if (route !== null) {
    writeLocal(KEY, hash);
    return route;
  }
  return parseRoute(readLocal<string>(KEY) ?? '') ?? { mode: 'traffic', id: 'demo', part: null };
}
