import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly tone?: 'plain' | 'danger';
  readonly testId?: string;
};

/** A button that shows an icon and says its label. */
export function IconButton(p: IconButtonProps): React.JSX.Element {
  return (
    <button
      type="button"
      className={`icon-button ${p.tone ?? 'plain'}`}
      aria-label={p.label}
      title={p.label}
      disabled={p.disabled ?? false}
      onClick={p.onClick}
      data-testid={p.testId}
      {...(p.pressed === undefined ? {} : { 'aria-pressed': p.pressed })}
    >
      <Icon name={p.icon} />
    </button>
  );
}

type ButtonProps = {
  readonly children: React.ReactNode;
  readonly onClick?: () => void;
  readonly icon?: IconName;
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly title?: string;
  readonly testId?: string;
};

/** A button with text. */
export function Button(p: ButtonProps): React.JSX.Element {
  return (
    <button
      type={p.type ?? 'button'}
      className={`button ${p.kind ?? 'plain'}`}
      disabled={p.disabled ?? false}
      onClick={p.onClick}
      title={p.title}
      data-testid={p.testId}
    >
      {p.icon === undefined ? null : <Icon name={p.icon} />}
      <span>{p.children}</span>
    </button>
  );
}

type TabsProps<T extends string> = {
  readonly label: string;
  readonly tabs: readonly {
    readonly id: T;
    readonly text: string;
    readonly badge?: string | undefined;
    readonly tone?: string | undefined;
  }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  /** Prefix of the ids that tie tabs and panels together. */
  readonly name: string;
};

/** A row of tabs; arrow keys move along it. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  name,
}: TabsProps<T>): React.JSX.Element {
  const move = (e: React.KeyboardEvent): void => {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex((t) => t.id === value);
    const next = tabs[(at + step + tabs.length) % tabs.length]!;
    onChange(next.id);
    document.getElementById(`${name}-tab-${next.id}`)?.focus();
    e.preventDefault();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((t) => (
        <button
          key={t.id}
          id={`${name}-tab-${t.id}`}
          type="button"
          role="tab"
          aria-selected={t.id === value}
          aria-controls={`${name}-panel`}
          tabIndex={t.id === value ? 0 : -1}
          onClick={() => onChange(t.id)}
        >
          {t.text}
          {t.badge === undefined ? null : <span className={`badge ${t.tone ?? ''}`}>{t.badge}</span>}
        </button>
      ))}
    </div>
  );
}

/** A few choices of which one holds. */
export function Segments<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly id: T; readonly text: string }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
}): React.JSX.Element {
  return (
    <div className="segments" role="group" aria-label={label}>
      {options.map((o) => (
        <button key={o.id} type="button" aria-pressed={o.id === value} onClick={() => onChange(o.id)}>
          {o.text}
        </button>
      ))}
    </div>
  );
}
