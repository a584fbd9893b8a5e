import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import classes from './dialog.module.css'

const focusable = 'a[href], button:not([disabled]):not([tabindex="-1"]), input:not([type="hidden"]):not([disabled])'

/** The page is inert already; this keeps the keyboard from leaving the dialog for the browser's own controls. */
const keepFocusInside = (event: KeyboardEvent<HTMLDialogElement>) => {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (stop) => !stop.closest('[hidden]'),
  )
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/** Gives focus back to whatever had it before, also where the browser does not. */
const useModal = (isOpen: boolean) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    const before = document.activeElement
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [isOpen])
  return dialog
}

/**
 * A native dialog: the rest of the page is inert while it is open, for the keyboard and for screen readers alike. Escape
 * and a press beside it ask to close it. It opens when it appears, or, where it moves in and out, by `isOpen`.
 */
export const Dialog = ({
  title,
  className,
  isOpen = true,
  onClose,
  children,
}: {
  /** The id of the heading that names it. */
  title: string
  className: string | undefined
  isOpen?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const dialog = useModal(isOpen)
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Tab') keepFocusInside(event)
    if (event.key !== 'Escape') return
    // Ours to answer: what is open is known outside of the dialog too.
    event.preventDefault()
    onClose()
  }
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  // What lies inside is never the target itself; only the space around the dialog is.
  const onMouseDown = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={[classes.dialog, className].filter(Boolean).join(' ')}
      aria-labelledby={title}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onMouseDown={onMouseDown}
    >
      <div className={classes.content}>{children}</div>
    </dialog>
  )
}
