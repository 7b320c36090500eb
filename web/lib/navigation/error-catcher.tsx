import { Component, type ComponentType, type ReactNode } from 'react'

interface ErrorCatcherProps {
  /** Another page gets another try. */
  page: object
  Fallback: ComponentType<{ error: unknown }>
  children: ReactNode
}

interface ErrorCatcherState {
  page: object
  caught: { error: unknown } | undefined
}

/** Shows `Fallback` if its children throw while they render. React accepts only a class for this. */
export class ErrorCatcher extends Component<ErrorCatcherProps, ErrorCatcherState> {
  static getDerivedStateFromError = (error: unknown) => ({ caught: { error } })

  static getDerivedStateFromProps = ({ page }: ErrorCatcherProps, state: ErrorCatcherState) =>
    page === state.page ? null : { page, caught: undefined }

  override state: ErrorCatcherState = { page: this.props.page, caught: undefined }

  override render() {
    const { Fallback, children } = this.props
    const { caught } = this.state
    return caught ? <Fallback error={caught.error} /> : children
  }
}
