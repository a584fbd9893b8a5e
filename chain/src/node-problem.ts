import { BaseError, HttpRequestError, TimeoutError } from 'viem'

const longest = 200

/** A failed call to the node in a few words. What the library says whole would repeat the node's address, and a key in it. */
export function nodeProblem(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return
  const lost = error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError)
  if (lost) return 'the node does not answer'
  return (error.details || error.shortMessage).split('\n')[0]?.slice(0, longest)
}
