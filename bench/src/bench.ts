import type { Proof } from '@ingot/proof/shapes'

/** What a benchmark measured: one figure against its aim, and everything behind it. */
export type Measured = {
  value: number
  unit: string
  /** In words, as it stands in the closing line. */
  aim: string
  ok: boolean
  /** Every round, in the order in which it ran. */
  rounds: unknown[]
}

/** What a benchmark may use; each figure is measured side by side with its yardstick in the same run. */
export type Bench = (tools: {
  root: string
  portal: string
  /** Where the mail of the stack arrives. */
  sandbox: string
  /** As the processes connect. */
  databaseUrl: string
  /** As the owner, who makes databases. */
  ownerUrl: string
  /** How the chain is reached. */
  chain: NodeJS.ProcessEnv
  /** The rounds of the chain's worker on another database and node, one by one. */
  openChainWork: (
    databaseUrl: string,
    rpcUrl: string,
  ) => { watch: () => Promise<void>; reconcile: () => Promise<void>; close: () => Promise<void> }
  /** Where the browser is; installs it if it may. */
  chromium: () => string
  /** How long a page on a slow phone takes to check a proof, each time. */
  checkOnPhone: (proof: Proof, keys: string[]) => Promise<number[]>
  /** What one more page costs a verified customer, in kilobytes. */
  routeChange: () => Promise<number>
  say: (line: string) => void
}) => Promise<Measured>

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('the median of nothing')
  return (low + high) / 2
}
