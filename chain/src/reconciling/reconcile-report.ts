import { formatUnits } from 'viem'
import type { Reconciliation } from './reconcile-store.ts'

/** Lines of a list that are printed; the rest is counted. */
const mostLines = 50
const decimals = 18

const listed = (lines: readonly string[]): string[] =>
  lines.length > mostLines ? [...lines.slice(0, mostLines), `  … and ${lines.length - mostLines} more`] : [...lines]

/** A run in words, for whoever asks at the command line. */
export function reportLines({
  block,
  checked,
  wallets,
  whole,
  inFlight,
  differences,
  problem,
}: Reconciliation): string[] {
  if (problem !== undefined) return [`Nothing is known: ${problem}.`]
  const waiting = inFlight.map(
    ({ kind, asset, units, subject, state }) =>
      `  ${kind} ${subject}: ${formatUnits(units, decimals)} ${asset}, ${state}`,
  )
  const wrong = differences.map(
    ({ token, place, owner, ledger, inFlight: flight, chain, difference }) =>
      `  ${token} ${place === 'supply' ? 'supply' : `${place} (${owner})`}: ledger ${ledger}, in flight ${flight}, chain ${chain}, difference ${difference}`,
  )
  return [
    `Compared ${checked} sums at block ${block}, the house’s and those of ${whole ? 'all ' : ''}${wallets} customers.`,
    ...(waiting.length > 0 ? [`In flight: ${waiting.length}`, ...listed(waiting)] : ['Nothing is in flight.']),
    ...(wrong.length > 0
      ? [`Ledger and chain differ in ${wrong.length}:`, ...listed(wrong)]
      : ['Ledger and chain agree.']),
  ]
}
