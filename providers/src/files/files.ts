import assert from 'node:assert/strict'

/** A place that keeps bytes under a key, with their media type. Putting a key again replaces what was there, as a whole. */
export type Files = {
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>
  get: (key: string) => Promise<{ bytes: Uint8Array; type: string } | undefined>
  /** Removing what is not there is no mistake. */
  remove: (key: string) => Promise<void>
}

const largestFile = 50 * 1024 * 1024

/** Keys are made by us, never by customers, so another one is a bug. */
export const assertKey = (key: string): void => {
  assert.match(key, /^[a-z0-9][a-z0-9/-]{0,200}$/, 'a key has small letters, digits, dashes and slashes only')
  // A folder would read 'a//b' as 'a/b', a bucket would not.
  assert.doesNotMatch(key, /\/(\/|$)/, 'a key has no empty part')
}

export const assertFile = (bytes: Uint8Array, type: string): void => {
  assert.match(type, /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,100}$/, 'a file has a media type such as image/webp')
  assert.ok(bytes.length <= largestFile, `a file has at most ${largestFile} bytes`)
}
