/** Looks through what came from outside for what does harm. */
export type Scanner = {
  /** Throws ScannerUnavailable when it cannot be said. */
  scan: (bytes: Uint8Array) => Promise<'clean' | { found: string }>
}

/** The scanner could not be asked, or said something that is no answer. The same file may be scanned later. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}
