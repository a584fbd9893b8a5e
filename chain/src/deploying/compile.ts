import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import type { Abi, Hex } from 'viem'

/** What is needed to deploy a contract and to talk to it. */
export type Artifact = { abi: Abi; bytecode: Hex }

export type Artifacts = Record<ContractName, Artifact>

const contractNames = [
  'Anchor',
  'GAE',
  'GCA',
  'QMGT',
  'Reserve',
  'Settlement',
  'TestAggregator',
  'TestUsdt',
  'USDAU',
  'Wallet',
] as const

export type ContractName = (typeof contractNames)[number]

const require = createRequire(import.meta.url)

/** The compiler as one file of JavaScript: the same on every machine, and nothing to download. */
export const compilerPath = require.resolve('solc/soljson.js')

/** Read by the tests' configuration as well, so that what is tested is what is deployed. */
export const compilerSettings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 10_000 },
  // Without it the bytecode changes with every word of a comment.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

type Sources = Record<string, { content: string }>

const importPattern = /^\s*import\s[^"']*["']([^"']+)["']/gm

function pathOf(root: string, source: string): string {
  return source.startsWith('contracts/') ? join(root, source) : require.resolve(source)
}

/** Every source that the contracts reach, ours and the library's, under the name by which the compiler knows it. */
function readSources(root: string): Sources {
  const sources: Sources = {}
  const waiting = globSync('contracts/**/*.sol', { cwd: root }).sort()
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (sources[source]) continue
    const content = readFileSync(pathOf(root, source), 'utf8')
    sources[source] = { content }
    for (const [, path = ''] of content.matchAll(importPattern)) {
      waiting.push(path.startsWith('.') ? posix.join(posix.dirname(source), path) : path)
    }
  }
  return Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)))
}

type CompilerOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

function compile(sources: Sources, names: readonly string[]): Record<string, Artifact> {
  const compiler: { compile(input: string): string } = require('solc')
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object'] } }
  const input = { language: 'Solidity', sources, settings: { ...compilerSettings, outputSelection } }
  const output: CompilerOutput = JSON.parse(compiler.compile(JSON.stringify(input)))
  const errors = output.errors?.filter((error) => error.severity === 'error') ?? []
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const found = Object.assign({}, ...Object.values(output.contracts ?? {}))
  const artifacts = names.map((name) => {
    const contract = found[name]
    if (!contract) throw new Error(`There is no contract ${name} in the sources.`)
    return [name, { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }]
  })
  return Object.fromEntries(artifacts)
}

/**
 * The named contracts of a folder, ready to deploy. Compiling takes seconds, so the result is kept under a hash of
 * everything that it depends on, and a change of any of it makes another file.
 */
export function compileOnce<Name extends string>(root: string, names: readonly Name[]): Record<Name, Artifact> {
  const sources = readSources(root)
  const { version } = require('solc/package.json')
  const basis = JSON.stringify({ version, compilerSettings, names, sources })
  const folder = join(root, 'cache', 'artifacts')
  const file = join(folder, `${createHash('sha256').update(basis).digest('hex').slice(0, 32)}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const artifacts = compile(sources, names)
  mkdirSync(folder, { recursive: true })
  // Renamed into place, so that two processes which start at once never read half a file.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(artifacts))
  renameSync(draft, file)
  return artifacts as Record<Name, Artifact>
}

export function readArtifacts(): Artifacts {
  return compileOnce(join(import.meta.dirname, '..', '..'), contractNames)
}
