import { Component, type ReactNode } from 'react'

/** Catches what is thrown while `children` are drawn, and shows `fallback` of it instead. */
export class ErrorBoundary extends Component<
  { children: ReactNode; fallback(error: unknown): ReactNode },
  { error: unknown }
> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : this.props.fallback(this.state.error)
  }
}
