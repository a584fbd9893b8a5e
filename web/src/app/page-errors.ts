/** A page's code could not be loaded. */
export class StalePageError extends Error {
  constructor(cause: unknown) {
    super('The page could not be loaded.', { cause })
    this.name = 'StalePageError'
  }
}
