import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Abi, type Address, getAddress, isAddress } from 'viem'
import { badRequest } from '../frame/refusal.ts'

const CONTRACT_NAMES = [
  'usdt',
  'aggregator',
  'settlement',
  'reserve',
  'qmgt',
  'usdau',
  'gca',
  'gae',
  'walletImplementation',
  'anchor',
  'treasury',
] as const

export type ContractName = (typeof CONTRACT_NAMES)[number]
export type Contract = { name: ContractName; address: Address; abi: Abi }

const MAX_ABI_ENTRIES = 500
const PARAMETER_TYPE = /^(u?int(\d{1,3})?|address|bool|string|bytes(\d{1,2})?|function|tuple)(\[\d*\])*$/

/** The contracts that were made known, as on an explorer where their makers verify them. */
export type Contracts = {
  /** Resolves when they are on disk. A name that is known gets the new address. */
  register(contracts: Contract[]): Promise<void>
  named(name: ContractName): Contract | undefined
  at(address: string): Contract | undefined
  list(): Contract[]
}

export const openContracts = async (path: string): Promise<Contracts> => {
  let known = await readKnown(path)
  let tail: Promise<void> = Promise.resolve()
  const at = (address: string): Contract | undefined =>
    known.find((contract) => contract.address.toLowerCase() === address.toLowerCase())

  const register = async (contracts: Contract[]): Promise<void> => {
    const names = new Set(contracts.map((contract) => contract.name))
    const all = [...known.filter((contract) => !names.has(contract.name)), ...contracts]
    await writeWhole(path, JSON.stringify(all))
    known = all
  }

  return {
    register(contracts) {
      const turn = tail.then(() => register(contracts))
      tail = turn.catch(() => undefined)
      return turn
    },
    named: (name) => known.find((contract) => contract.name === name),
    at,
    list: () => known,
  }
}

const readKnown = async (path: string): Promise<Contract[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw error
  })
  return JSON.parse(text) as Contract[]
}

/** The old content or the new one, never a part of it. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.tmp`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync()
  await folder.close()
}

/** Throws in words when what was sent cannot be registered. */
export const readContracts = (body: unknown): Contract[] => {
  const given = (body as { contracts?: unknown } | null)?.contracts
  if (!Array.isArray(given) || given.length === 0 || given.length > CONTRACT_NAMES.length)
    throw badRequest(`contracts must be a list of 1 to ${CONTRACT_NAMES.length}, each with name, address and abi`)
  const contracts = given.map(readContract)
  if (new Set(contracts.map(({ name }) => name)).size < contracts.length)
    throw badRequest('each name may be given once')
  return contracts
}

const readContract = (given: unknown): Contract => {
  const { name, address, abi } = (given ?? {}) as Record<string, unknown>
  const known = CONTRACT_NAMES.find((candidate) => candidate === name)
  if (known === undefined) throw badRequest(`name must be one of: ${CONTRACT_NAMES.join(', ')}`)
  if (typeof address !== 'string' || !isAddress(address, { strict: false }))
    throw badRequest(`the address of ${known} must be 0x and 40 hex digits`)
  if (!Array.isArray(abi) || abi.length > MAX_ABI_ENTRIES || !abi.every(isAbiEntry))
    throw badRequest(`the abi of ${known} must be a list of at most ${MAX_ABI_ENTRIES} entries as compilers write them`)
  return { name: known, address: getAddress(address), abi: abi as Abi }
}

const isAbiEntry = (entry: unknown): boolean => {
  const { type, name, inputs, outputs } = (entry ?? {}) as Record<string, unknown>
  if (type === 'constructor' || type === 'fallback' || type === 'receive') return true
  if (type !== 'function' && type !== 'event' && type !== 'error') return false
  return typeof name === 'string' && areParameters(inputs) && (outputs === undefined || areParameters(outputs))
}

const areParameters = (given: unknown): boolean => Array.isArray(given) && given.every(isParameter)

const isParameter = (given: unknown): boolean => {
  const { type, components } = (given ?? {}) as Record<string, unknown>
  if (typeof type !== 'string' || !PARAMETER_TYPE.test(type)) return false
  return !type.startsWith('tuple') || areParameters(components)
}
