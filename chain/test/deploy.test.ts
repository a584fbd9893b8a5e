import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemForPeople } from '@ingot/db/problem'
import { type Account, type Address, encodeFunctionData, getContractAddress, type Hex, keccak256, toHex } from 'viem'
import { hardhat } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readArtifacts } from '../src/deploying/compile.ts'
import { type Addresses, type Deployment, type DeployOptions, deploy } from '../src/deploying/deploy.ts'
import { usualLimits } from '../src/deploying/outside-policy.ts'
import { accounts, deployerKey, keys, serveChain, startChain, type TestChain } from './support/chain.ts'

const artifacts = readArtifacts()

let chain: TestChain
let file: string

beforeEach(async () => {
  chain = await startChain()
  file = join(mkdtempSync(join(tmpdir(), 'deploy-')), 'nested', 'addresses.json')
})

afterEach(() => chain.close())

function run(changes: Partial<DeployOptions> = {}): Promise<Addresses> {
  const outside = { sandbox: true, feeder: accounts.deployer.address } as const
  const { transport } = chain
  const { deployer } = accounts
  const limits = usualLimits
  return deploy({ transport, deployer, keys, outside, limits, file, artifacts, pollingInterval: 10, ...changes })
}

function readFile(): Deployment {
  return JSON.parse(readFileSync(file, 'utf8'))
}

const sentByDeployer = () => chain.client.getTransactionCount({ address: accounts.deployer.address })

async function send(account: Account, to: Address, functionName: string, args: unknown[]): Promise<void> {
  const data = encodeFunctionData({ abi: artifacts.QMGT.abi, functionName, args })
  const hash = await chain.client.sendTransaction({ account, to, data, chain: hardhat })
  await chain.client.waitForTransactionReceipt({ hash })
}

describe('deploying', () => {
  test('brings every contract onto the chain and writes down where', async () => {
    const addresses = await run()
    expect(readFile()).toMatchObject({ chainId: hardhat.id, addresses })
    expect(readFile().underWay).toBeUndefined()
    expect(Object.keys(addresses).sort()).toEqual([
      'aggregator',
      'anchor',
      'gae',
      'gca',
      'qmgt',
      'reserve',
      'settlement',
      'treasury',
      'usdau',
      'usdt',
      'walletImplementation',
    ])
    for (const address of Object.values(addresses)) expect(await chain.client.getCode({ address })).toBeDefined()
  })

  test('again changes nothing', async () => {
    const first = await run()
    const sent = await sentByDeployer()
    expect(await run()).toEqual(first)
    expect(await sentByDeployer()).toBe(sent)
  })

  test('gives the deployer no role', async () => {
    const { reserve, settlement, qmgt, usdau, gca, gae, anchor = '0x' } = await run()
    const roles = ['ANCHORER_ROLE', 'ATTESTOR_ROLE', 'ISSUER_ROLE', 'PAUSER_ROLE', 'SETTLER_ROLE'].map((role) =>
      keccak256(toHex(role)),
    )
    for (const address of [reserve, settlement, qmgt, usdau, gca, gae, anchor] as Address[]) {
      for (const role of [`0x${'0'.repeat(64)}` as Hex, ...roles]) {
        const args = [role, accounts.deployer.address]
        const call = { address, abi: artifacts.QMGT.abi, functionName: 'hasRole', args }
        expect(await chain.client.readContract(call)).toBe(false)
      }
    }
  })

  test('deploys stand-ins for third parties only when asked', async () => {
    const { usdt, aggregator } = await run()
    const live = join(mkdtempSync(join(tmpdir(), 'deploy-')), 'live.json')
    const sent = await sentByDeployer()
    const addresses = await run({ file: live, outside: { usdt, aggregator } })
    expect(await sentByDeployer()).toBe(sent + 7)
    expect(addresses).toMatchObject({ usdt, aggregator })
  })

  test('leaves out the anchor where nobody holds its key, and brings it later', async () => {
    const { anchorer, ...before } = keys
    const old = await run({ keys: before })
    expect(old.anchor).toBeUndefined()
    expect(await sentByDeployer()).toBe(8)
    const { anchor, ...rest } = await run()
    expect(rest).toEqual(old)
    expect(anchor).toBeDefined()
    expect(readFile().addresses.anchor).toBe(anchor)
    expect((await run({ keys: before })).anchor).toBe(anchor)
    expect(await sentByDeployer()).toBe(9)
  })

  test('refuses an outside address without a contract', async () => {
    const { address } = accounts.stranger
    await expect(run({ outside: { usdt: address, aggregator: address } })).rejects.toThrow('There is no contract at')
  })

  test('refuses one key for two roles', async () => {
    const shared = { ...keys, issuer: keys.settler.toLowerCase() as Address }
    await expect(run({ keys: shared })).rejects.toThrow('The issuer and the settler have the same key')
    expect(await sentByDeployer()).toBe(0)
  })

  test('refuses the addresses file of another chain', async () => {
    await run()
    writeFileSync(file, JSON.stringify({ ...readFile(), chainId: 56 }))
    await expect(run()).rejects.toThrow('is of chain 56')
  })

  test('refuses to go on with contracts made from other sources', async () => {
    const { usdt, aggregator } = await run()
    const changed = { ...artifacts, GCA: { ...artifacts.GCA, bytecode: `${artifacts.GCA.bytecode}00` as Hex } }
    const again = { artifacts: changed, outside: { usdt, aggregator } }
    await expect(run(again)).rejects.toThrow('other sources. Name another file to deploy all anew.')
  })

  test('says in a sentence what to do with a sandbox of an earlier version', async () => {
    await run()
    const { Settlement: settlement } = artifacts
    const changed = { ...artifacts, Settlement: { ...settlement, bytecode: `${settlement.bytecode}00` as Hex } }
    const refusal = await run({ artifacts: changed }).catch((error) => error)
    expect(refusal).toBeInstanceOf(ProblemForPeople)
    expect(refusal.message).toMatch(/^Settlement at 0x\w+ was made .* move its data folder away .* and start again\.$/)
  })

  const limitsOf = async ({ settlement, ...addresses }: Addresses) => {
    const read = { address: settlement, abi: artifacts.Settlement.abi, functionName: 'outsideLimit' }
    const tokens = (['usdt', 'qmgt', 'usdau', 'gca', 'gae'] as const).map((name) => addresses[name])
    const answers = await Promise.all(tokens.map((token) => chain.client.readContract({ ...read, args: [token] })))
    return answers.map((answer) => (answer as [bigint, bigint])[0])
  }

  test('limits what may leave to outside addresses from the first moment', async () => {
    const { usdt, qmgt, usdau } = usualLimits
    const addresses = await run()
    expect(await limitsOf(addresses)).toEqual([usdt, qmgt, usdau, 0n, 0n])
    const live = join(mkdtempSync(join(tmpdir(), 'deploy-')), 'live.json')
    const limits = { usdt: 1n, qmgt: 2n, usdau: 3n }
    const outside = { usdt: addresses.usdt, aggregator: addresses.aggregator }
    expect(await limitsOf(await run({ file: live, outside, limits }))).toEqual([1n, 2n, 3n, 0n, 0n])
  })
})

describe('a run that was killed', () => {
  /** A chain connection that dies at the given transaction, before or after it is sent. */
  function dyingTransport(at: number, when: 'before' | 'after'): DeployOptions['transport'] {
    let sent = 0
    return (options) => {
      const transport = chain.transport(options)
      const request = async (call: { method: string; params?: unknown }) => {
        const last = call.method === 'eth_sendRawTransaction' && ++sent === at
        if (last && when === 'before') throw new Error('killed')
        const answer = await transport.request(call as never)
        if (last) throw new Error('killed')
        return answer
      }
      return { ...transport, request: request as typeof transport.request }
    }
  }

  const moments = [1, 2, 4, 9].flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ])

  test.each(moments)('$when sending transaction $at is taken up again and deploys nothing twice', async (moment) => {
    await expect(run({ transport: dyingTransport(moment.at, moment.when) })).rejects.toThrow('killed')
    expect(readFile().underWay).toBeDefined()
    await run()
    expect(await sentByDeployer()).toBe(9)
    expect(await run()).toEqual(readFile().addresses)
  })

  test('and is taken up with other sources says so', async () => {
    await expect(run({ transport: dyingTransport(1, 'after') })).rejects.toThrow('killed')
    const bytecode = `${artifacts.Reserve.bytecode}00` as Hex
    const changed = { ...artifacts, Reserve: { ...artifacts.Reserve, bytecode } }
    await expect(run({ artifacts: changed })).rejects.toThrow('was made from other sources')
  })

  test('waits for what is still on its way', async () => {
    await chain.provider.request({ method: 'evm_setAutomine', params: [false] })
    await expect(run({ transport: dyingTransport(1, 'after') })).rejects.toThrow('killed')
    const mining = setInterval(() => chain.provider.request({ method: 'evm_mine' }), 50)
    await run()
    clearInterval(mining)
    expect(await sentByDeployer()).toBe(9)
  })
})

describe('a chain without what the addresses file names', () => {
  let before: Addresses

  beforeEach(async () => {
    before = await run()
    await chain.close()
    chain = await startChain()
  })

  test('is a sandbox that began anew, and gets it again', async () => {
    expect(await run()).toEqual(before)
    expect(await sentByDeployer()).toBe(9)
  })

  test('is otherwise a wrong node, and gets nothing', async () => {
    const { usdt, aggregator } = before
    await expect(run({ outside: { usdt, aggregator } })).rejects.toThrow('Is the node up to date?')
    expect(await sentByDeployer()).toBe(0)
  })
})

describe('the check at the end', () => {
  const issuerRole = keccak256(toHex('ISSUER_ROLE'))
  const attestorRole = keccak256(toHex('ATTESTOR_ROLE'))

  test('finds a key that has a role beside the wanted one', async () => {
    const { qmgt } = await run()
    await send(accounts.admin, qmgt, 'grantRole', [issuerRole, accounts.stranger.address])
    await expect(run()).rejects.toThrow(`QMGT: the issuer should be ${keys.issuer}, but is ${keys.issuer} and`)
  })

  test('finds a second key that anchors', async () => {
    const { anchor = '0x' } = await run()
    await send(accounts.admin, anchor, 'grantRole', [keccak256(toHex('ANCHORER_ROLE')), accounts.stranger.address])
    await expect(run()).rejects.toThrow(`Anchor: the anchorer should be ${keys.anchorer}, but is ${keys.anchorer} and`)
  })

  test('finds a role that nobody has', async () => {
    const { gae } = await run()
    await send(accounts.admin, gae, 'revokeRole', [issuerRole, keys.issuer])
    await expect(run()).rejects.toThrow(`GAE: the issuer should be ${keys.issuer}, but is nobody`)
  })

  test('finds a role where it does not belong', async () => {
    const { settlement } = await run()
    await send(accounts.admin, settlement, 'grantRole', [attestorRole, keys.settler])
    await expect(run()).rejects.toThrow(`Settlement: the attestor should be nobody, but is ${keys.settler}`)
  })

  test('accepts a key that was changed on the chain and in the settings', async () => {
    const first = await run()
    for (const token of [first.qmgt, first.usdau, first.gca, first.gae]) {
      await send(accounts.admin, token, 'grantRole', [issuerRole, accounts.stranger.address])
      await send(accounts.admin, token, 'revokeRole', [issuerRole, keys.issuer])
    }
    expect(await run({ keys: { ...keys, issuer: accounts.stranger.address } })).toEqual(first)
  })

  test('finds a limit that is another one than the settings say, outside of a sandbox', async () => {
    const { settlement, qmgt, usdt, aggregator } = await run()
    const outside = { usdt, aggregator }
    await run({ outside })
    const data = encodeFunctionData({ abi: artifacts.Settlement.abi, functionName: 'lowerLimit', args: [qmgt, 7n] })
    const hash = await chain.client.sendTransaction({ account: accounts.admin, to: settlement, data, chain: hardhat })
    await chain.client.waitForTransactionReceipt({ hash })
    await expect(run({ outside })).rejects.toThrow(
      'the limit of QMGT to outside addresses should be 5000, but is 0.000000000000000007',
    )
    await run({ outside, limits: { ...usualLimits, qmgt: 7n } })
    await run()
  })

  test('finds a token that is tied to another settlement contract', async () => {
    await run()
    const deployment = readFile()
    const other = join(mkdtempSync(join(tmpdir(), 'deploy-')), 'other.json')
    const { settlement } = await run({ file: other })
    writeFileSync(file, JSON.stringify({ ...deployment, addresses: { ...deployment.addresses, settlement } }))
    await expect(run()).rejects.toThrow('QMGT: its settlement should be')
  })
})

describe('the command', () => {
  const command = join(import.meta.dirname, '..', 'src', 'deploying', 'deploy-command.ts')
  const settings = {
    CHAIN_ADMIN: keys.admin,
    CHAIN_ATTESTOR: keys.attestor,
    CHAIN_ISSUER: keys.issuer,
    CHAIN_PAUSER: keys.pauser,
    CHAIN_SETTLER: keys.settler,
  }

  function runCommand(env: Record<string, string>) {
    const { promise, resolve } = Promise.withResolvers<{ code: number | null; text: string }>()
    const child = spawn(process.execPath, [command], { env })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => resolve({ code, text }))
    return promise
  }

  test('deploys from the settings', async () => {
    const server = await serveChain()
    const outside = { CHAIN_RPC_URL: server.url, CHAIN_DEPLOYER_KEY: deployerKey, CHAIN_SANDBOX_FEEDER: keys.settler }
    const { code, text } = await runCommand({
      ...settings,
      ...outside,
      CHAIN_ADDRESSES: file,
      CHAIN_LIMIT_QMGT: '750.5',
    })
    await server.close()
    expect(code, text).toBe(0)
    expect(text).toContain(readFile().addresses.settlement)
    expect(text).toMatch(/limit of qmgt +750.5\n/)
  })

  test('names every setting that is wrong', async () => {
    const { code, text } = await runCommand({ ...settings, CHAIN_ISSUER: '0x12', CHAIN_LIMIT_USDT: 'all' })
    expect(code).toBe(1)
    expect(text).toContain('CHAIN_ISSUER must be an address\n')
    expect(text).toContain('CHAIN_USDT must be an address\n')
    expect(text).toContain('CHAIN_LIMIT_USDT must be an amount, such as 500000\n')
    expect(text).toContain('CHAIN_RPC_URL must be the address of a node\n')
    expect(text).not.toContain('CHAIN_ADMIN')
  })
})

test('the addresses of customers can be computed without asking the chain', async () => {
  const { settlement, walletImplementation } = await run()
  const creation = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${walletImplementation.slice(2)}5af43d82803e903d91602b57fd5bf3`
  const salt = toHex(42n, { size: 32 })
  const computed = getContractAddress({ opcode: 'CREATE2', from: settlement, salt, bytecode: creation as Hex })
  const call = { address: settlement, abi: artifacts.Settlement.abi, functionName: 'walletOf', args: [salt] }
  expect(await chain.client.readContract(call)).toBe(computed)
})
