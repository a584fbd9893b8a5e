import { useEffect, useRef } from 'react'

/** Where focus goes when a form has closed: back to the button that opened it. */
export const useReturnFocus = (isOpen: boolean) => {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const hasLostFocus = document.activeElement === null || document.activeElement === document.body
    if (wasOpen.current && !isOpen && hasLostFocus) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
