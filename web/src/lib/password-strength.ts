import { useEffect, useState } from 'react'

type Estimate = (password: string, ownWords: string[]) => number

/** Guessing far beyond this many characters takes the estimator long and changes nothing. */
const longestEstimated = 100
const typingPause = 150

let loading: Promise<Estimate> | undefined

// Its word lists are larger than the rest of the page, so they are fetched only when a password is being typed.
const loadEstimate = (): Promise<Estimate> => {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')])
    .then(([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) => {
      const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
      return (password: string, ownWords: string[]) =>
        estimator.check(password.slice(0, longestEstimated), ownWords).score
    })
    .catch((cause: unknown) => {
      loading = undefined
      throw cause
    })
  return loading
}

/** From 0 (first guess) to 4 (not worth guessing); undefined while nobody knows. */
export const usePasswordScore = (password: string, ownWords: readonly string[]): number | undefined => {
  const [known, setKnown] = useState<{ password: string; score: number }>()
  const words = ownWords.filter((word) => word !== '').join('\n')

  useEffect(() => {
    if (password === '') return
    let isWanted = true
    const estimate = async () => {
      const score = (await loadEstimate())(password, words.split('\n'))
      if (isWanted) setKnown({ password, score })
    }
    // Without an estimate the length alone is shown, and the server decides anyway.
    const timer = setTimeout(() => void estimate().catch(() => undefined), typingPause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [password, words])

  return known?.password === password ? known.score : undefined
}
