import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.ts'

/** A file of deploy/ with its ${…} filled in, as envsubst would; what nobody fills in is a mistake of ours. */
export const fillTemplate = (name: string, values: Record<string, string | number>): string =>
  readFileSync(join(root, 'deploy', name), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`deploy/${name}: nobody says what ${key} is`)
    return String(value)
  })
