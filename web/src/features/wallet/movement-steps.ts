import type { ShownStep } from '../../ui/state-line.tsx'

const stepWords = {
  requested: 'Requested',
  posted: 'Posted',
  sent: 'Sent',
  confirmed: 'Confirmed',
  returned: 'Returned',
} as const

type Step = { name: keyof typeof stepWords; at: string | null }

/** The way of a movement as the server tells it. A step that a later one shows to have happened is done, whatever its time. */
export const shownSteps = (steps: readonly Step[]): ShownStep[] => {
  const last = steps.findLastIndex(({ at }) => at !== null)
  return steps.map(({ name, at }, index) => ({
    name: stepWords[name],
    at,
    kind: name === 'returned' ? 'ended' : index <= last ? 'done' : 'open',
  }))
}
