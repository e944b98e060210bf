import { useEffect, useId, useRef } from 'react';
import { IconButton } from './buttons.tsx';

type Props = {
  readonly title: string;
  readonly close_label: string;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
  /** Buttons at the foot. */
  readonly actions?: React.ReactNode;
  readonly wide?: boolean;
};

/** Where the focus begins: at what the dialog is about, not at the cross that closes it. */
const FIRST = '.dialog-body :is(input, select, textarea, button):not([disabled]), footer button';

/** A modal dialog: the browser keeps the focus inside, closes it by Escape; the focus then goes back. */
export function Dialog({ title, close_label, onClose, children, actions, wide }: Props): React.JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    if (dialog !== null && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>(FIRST)?.focus();
    }
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      className={wide === true ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(e) => {
        e.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={close_label} onClick={onClose} />
      </header>
      <div className="dialog-body">{children}</div>
      {actions === undefined ? null : <footer>{actions}</footer>}
    </dialog>
  );
}
