import { useRef } from 'react'

const none = { text: '', operation: '' }

/** The same thing pressed again after a lost answer is the same operation: it keeps its key until it was answered, or another is asked for. */
export const useKeptKey = () => {
  const last = useRef(none)
  return {
    keyOf: (body: unknown): string => {
      const text = JSON.stringify(body)
      if (last.current.text !== text) last.current = { text, operation: crypto.randomUUID() }
      return last.current.operation
    },
    forget: () => {
      last.current = none
    },
  }
}
