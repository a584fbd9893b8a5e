import { useEffect, useState } from 'react'

const shownFor = 4_000

/** Copies a text and says how it went, for as long as it takes to read. */
export const useCopy = ({ done, missing = '' }: { done: string; missing?: string }) => {
  const [said, setSaid] = useState<{ text: string; isFailure: boolean } | null>(null)
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), shownFor)
    return () => clearTimeout(timer)
  }, [said])

  const copy = async (text: string | undefined) => {
    if (text === undefined) return setSaid({ text: missing, isFailure: true })
    try {
      await navigator.clipboard.writeText(text)
      setSaid({ text: done, isFailure: false })
    } catch {
      setSaid({ text: 'It could not be copied. Please select it and copy it yourself.', isFailure: true })
    }
  }
  return { said, copy }
}
