/** A window that changes its size ends the change of pages under way. Nobody waits for it, so that it ended is no error. */
export const letTransitionsEnd = () =>
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof DOMException && /transition/i.test(event.reason.message)) event.preventDefault()
  })
