import { chownSync, mkdirSync, writeFileSync } from 'node:fs'

/** Root lends the identity that owns nothing to every foreign program, as it does for the embedded server. */
const nobody = 65534
const isRoot = () => process.getuid?.() === 0

/** For `spawn` and its like. */
export const identity = () => (isRoot() ? { uid: nobody, gid: nobody } : {})

/** For `setpriv`. */
export const identityParameters = (): string[] =>
  isRoot() ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []

/** Gives a file or folder to the programs that need it. */
export const handOver = (path: string): string => {
  if (isRoot()) chownSync(path, nobody, nobody)
  return path
}

/** For them, and closed to everybody else. */
export const makeFolderFor = (path: string): string => {
  mkdirSync(path, { mode: 0o700 })
  return handOver(path)
}

export const writeFor = (path: string, text: string): string => {
  writeFileSync(path, text, { mode: 0o600 })
  return handOver(path)
}
