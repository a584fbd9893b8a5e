import { readText } from './content.ts'
import type { Endpoint } from './endpoint.ts'
import { readContract, readDocs, readHealth } from './system.ts'

/** Every call the API has. The server binds each of them and nothing else. */
export const allEndpoints: readonly Endpoint[] = [readHealth, readContract, readDocs, readText]
