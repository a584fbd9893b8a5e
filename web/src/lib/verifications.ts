import type { Aim } from '@ingot/endpoints/aim'
import { create } from 'zustand'
import { resetOnLogOut } from './session.ts'

/** What is still missing before an action may run, in the server's own words. */
export type Need = 'pin' | '2fa' | 'pin-unset' | '2fa-off'

/** How a question ended: proven, given up, or it turned out that something else comes first. */
export type Outcome = 'passed' | 'cancelled' | Need

/** One action that waits for the customer. */
export type Verification = {
  readonly id: string
  /** What the proof is for; goes with every PIN and code. */
  readonly aim: Aim
  /** What is confirmed, in one line; missing where nothing moves. */
  readonly deal?: string | undefined
  readonly need: Need
  /** It was proven for this action before, and counts no longer. */
  readonly isExpired: boolean
  /** Counts the questions, so that the same one asked again begins anew. */
  readonly turn: number
  readonly settle: (outcome: Outcome) => void
}

/**
 * The actions that wait, the one to answer last. Setting a PIN in the middle of another action may itself ask for a 2FA
 * code, so there can be two.
 */
export const useVerifications = create<{ waiting: readonly Verification[] }>(() => ({ waiting: [] }))

export const showVerification = (verification: Verification) =>
  useVerifications.setState(({ waiting }) => ({
    waiting: waiting.some(({ id }) => id === verification.id)
      ? waiting.map((other) => (other.id === verification.id ? verification : other))
      : [...waiting, verification],
  }))

export const hideVerification = (id: string) =>
  useVerifications.setState(({ waiting }) => ({ waiting: waiting.filter((verification) => verification.id !== id) }))

export const cancelVerifications = (): void => {
  for (const { settle } of useVerifications.getState().waiting) settle('cancelled')
}

resetOnLogOut(cancelVerifications)
