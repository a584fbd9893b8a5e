import { expect, test } from 'vitest'
import { allEndpoints } from './all.ts'
import type { Endpoint } from './endpoint.ts'

/** Calls that the specification names, with the words the client falls back to and what it then does. */
export type Specified = Readonly<Record<string, readonly [fallback: string, onFailure: Endpoint['onFailure']]>>

export const testSpecified = (specified: Specified) =>
  test.each(Object.entries(specified))(
    '%s falls back to the words of the specification',
    (call, [fallback, onFailure]) => {
      const endpoint = allEndpoints.find(({ method, path }) => `${method} ${path}` === call)
      expect(endpoint).toMatchObject({ fallback, onFailure })
    },
  )
