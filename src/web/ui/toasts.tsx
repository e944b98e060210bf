import { create } from 'zustand';
import { IconButton } from './buttons.tsx';
import { Icon } from './icon.tsx';

/** A short message that what was asked has or has not happened. */
export type Toast = {
  readonly id: number;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly text: string;
};

type Toasts = { readonly list: readonly Toast[]; readonly next: number };

/** Milliseconds for which a message stays; bad ones stay until closed. */
const STAY_MS = 6000;

const useToasts = create<Toasts>()(() => ({ list: [], next: 1 }));

/** Shows a message. */
export function toast(tone: Toast['tone'], text: string): void {
  const { next, list } = useToasts.getState();
  useToasts.setState({ list: [...list.slice(-3), { id: next, tone, text }], next: next + 1 });
  if (tone !== 'bad') setTimeout(() => drop(next), STAY_MS);
}

function drop(id: number): void {
  useToasts.setState((s) => ({ list: s.list.filter((t) => t.id !== id) }));
}

/** The messages, at the lower edge. */
export function ToastList({ close_label }: { readonly close_label: string }): React.JSX.Element {
  const list = useToasts((s) => s.list);
  return (
    <div className="toasts" role="region" aria-live="polite" aria-label={close_label}>
      {list.map((t) => (
        <div key={t.id} className={`toast ${t.tone}`} role={t.tone === 'bad' ? 'alert' : 'status'}>
          <Icon name={t.tone === 'good' ? 'check' : t.tone === 'bad' ? 'warning' : 'info'} />
          <span>{t.text}</span>
          <IconButton icon="close" label={close_label} onClick={() => drop(t.id)} />
        </div>
      ))}
    </div>
  );
}
