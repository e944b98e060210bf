import { useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** An entry of a menu. */
export type MenuItem = {
  readonly id: string;
  readonly text: string;
  readonly detail?: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
  readonly act: () => void;
};

type Props = {
  readonly label: string;
  readonly icon?: IconName;
  readonly items: readonly MenuItem[];
  readonly disabled?: boolean;
  readonly testId?: string;
  /** Icon alone, with the label said. */
  readonly compact?: boolean;
};

/** A button that opens a list of actions. Arrow keys move, Escape closes and gives the focus back. */
export function Menu({ label, icon, items, disabled, testId, compact }: Props): React.JSX.Element {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (e: PointerEvent): void => {
      if (!box.current?.contains(e.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    box.current?.querySelector<HTMLElement>('[role=menuitem]:not([disabled])')?.focus();
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const keys = (e: React.KeyboardEvent): void => {
    if (!open) return;
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not([disabled])') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (e.key === 'Escape') {
      setOpen(false);
      button.current?.focus();
      e.stopPropagation();
    } else if (e.key === 'ArrowDown') all[(at + 1) % all.length]?.focus();
    else if (e.key === 'ArrowUp') all[(at - 1 + all.length) % all.length]?.focus();
    else return;
    e.preventDefault();
  };
  return (
    <div className="menu" ref={box} onKeyDown={keys}>
      <button
        ref={button}
        type="button"
        className={compact === true ? 'icon-button plain' : 'button plain'}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        title={label}
        disabled={disabled ?? false}
        data-testid={testId}
        onClick={() => setOpen(!open)}
      >
        {icon === undefined ? null : <Icon name={icon} />}
        {compact === true ? null : (
          <>
            <span>{label}</span>
            <Icon name="down" size={12} />
          </>
        )}
      </button>
      {open ? (
        <div className="menu-list" role="menu" aria-label={label}>
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              disabled={item.disabled ?? false}
              data-testid={testId === undefined ? undefined : `${testId}-${item.id}`}
              onClick={() => {
                setOpen(false);
                button.current?.focus();
                item.act();
              }}
            >
              {item.icon === undefined ? null : <Icon name={item.icon} />}
              <span>
                {item.text}
                {item.detail === undefined ? null : <small>{item.detail}</small>}
              </span>
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
