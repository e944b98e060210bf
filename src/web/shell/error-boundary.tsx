import { Component } from 'react';
import { Button } from '../ui/buttons.tsx';

type Props = {
  readonly children: React.ReactNode;
  readonly title: string;
  readonly text: string;
  readonly reload: string;
};

/** Keeps a fault of one half from taking the page away. */
export class ErrorBoundary extends Component<Props, { readonly message: string | null }> {
  override state: { readonly message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): React.ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <div className="crash" role="alert">
        <h2>{this.props.title}</h2>
        <p>{this.props.text}</p>
        <p className="quiet">{this.state.message}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {this.props.reload}
        </Button>
      </div>
    );
  }
}
