import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import classes from './dialog.module.css'

const focusable =
  'a[href], button:not([disabled]):not([tabindex="-1"]), input:not([type="hidden"]):not([disabled]), select:not([disabled])'

const shownIn = (part: HTMLElement, selector: string) =>
  [...part.querySelectorAll<HTMLElement>(selector)].filter((element) => !element.closest('[hidden]'))

/** The page is inert already; this keeps the keyboard from leaving the dialog for the browser's own controls. */
const keepFocusInside = (event: KeyboardEvent<HTMLDialogElement>) => {
  const stops = shownIn(event.currentTarget, focusable)
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (to && document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

/**
 * Gives focus back to whatever had it before, also where the browser does not. If that went with its page, the page that is there
 * now begins at its heading: while the dialog was open, the heading could not take the focus.
 */
const useModal = (isOpen: boolean, turn: string) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const isShown = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    const before = document.activeElement
    element.showModal()
    isShown.current = true
    return () => {
      isShown.current = false
      element.close()
      const target = before?.isConnected ? before : document.querySelector('main h1')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [isOpen])
  useLayoutEffect(() => {
    const shown = isOpen && dialog.current?.querySelector<HTMLElement>(`[data-turn="${turn}"]`)
    if (shown) shownIn(shown, '[data-autofocus]').at(0)?.focus()
  }, [isOpen, turn])
  return { dialog, isShown }
}

/**
 * A native dialog: the rest of the page is inert while it is open, for the keyboard and for screen readers alike. Escape
 * and a press beside it ask to close it. It opens when it appears, or, where it moves in and out, by `isOpen`.
 */
export const Dialog = ({
  title,
  text,
  className,
  isOpen = true,
  turn = '',
  canClose = true,
  closesBeside = true,
  onClose,
  children,
}: {
  /** The id of the heading that names it. */
  title: string
  /** The id of the sentence that explains it. */
  text?: string
  className: string | undefined
  isOpen?: boolean
  /** What it shows now. With each other one, focus goes to what is marked with `data-autofocus`. */
  turn?: string
  /** Whether it may be closed at this moment. */
  canClose?: boolean
  /** Whether a press beside it asks to close it. */
  closesBeside?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const { dialog, isShown } = useModal(isOpen, turn)
  const ask = () => {
    if (canClose) onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Tab') keepFocusInside(event)
    if (event.key !== 'Escape') return
    // Ours to answer: what is open is known outside of the dialog too, and browsers close it at the second press.
    event.preventDefault()
    ask()
  }
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    ask()
  }
  // Some devices have other ways to close a dialog (a back gesture).
  const onClosed = () => {
    if (!isShown.current || dialog.current?.open) return
    if (canClose) onClose()
    else dialog.current?.showModal()
  }
  // What lies inside is never the target itself; only the space around the dialog is.
  const onMouseDown = (event: MouseEvent<HTMLDialogElement>) => {
    if (closesBeside && event.target === event.currentTarget) ask()
  }
  return (
    <dialog
      ref={dialog}
      className={[classes.dialog, className].filter(Boolean).join(' ')}
      aria-labelledby={title}
      aria-describedby={text}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onClosed}
      onMouseDown={onMouseDown}
    >
      <div className={classes.content} data-turn={turn}>
        {children}
      </div>
    </dialog>
  )
}
