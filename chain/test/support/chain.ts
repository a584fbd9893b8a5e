import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import {
  createClient,
  createTestClient,
  custom,
  type Hex,
  http,
  parseEther,
  publicActions,
  toHex,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hardhat } from 'viem/chains'

/** Keys of the tests, worth nothing anywhere else. */
function testKey(number: number): Hex {
  return toHex(number, { size: 32 })
}

function testAccount(number: number) {
  return privateKeyToAccount(testKey(number))
}

export const deployerKey = testKey(0xd1)

export const accounts = {
  deployer: testAccount(0xd1),
  admin: testAccount(0xa1),
  attestor: testAccount(0xa2),
  issuer: testAccount(0xa3),
  pauser: testAccount(0xa4),
  settler: testAccount(0xa5),
  anchorer: testAccount(0xa6),
  stranger: testAccount(0xe1),
}

export const keys = {
  admin: accounts.admin.address,
  attestor: accounts.attestor.address,
  issuer: accounts.issuer.address,
  pauser: accounts.pauser.address,
  settler: accounts.settler.address,
  anchorer: accounts.anchorer.address,
}

/** A chain in this process, new and empty, where everybody can pay for gas. */
export async function startChain() {
  const { network } = await createHardhatRuntimeEnvironment({})
  const connection = await network.create()
  const transport = custom(connection.provider)
  const client = createClient({ transport, chain: hardhat, pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
  for (const { address } of Object.values(accounts)) {
    await connection.provider.request({ method: 'hardhat_setBalance', params: [address, '0x56bc75e2d63100000'] })
  }
  return { provider: connection.provider, transport, client, close: () => connection.close() }
}

/** The same, reached over HTTP as a real one is. */
export async function serveChain() {
  const { network } = await createHardhatRuntimeEnvironment({})
  const server = await network.createServer(undefined, '127.0.0.1', 0)
  const { address, port } = await server.listen()
  const url = `http://${address}:${port}`
  await createTestClient({ mode: 'hardhat', transport: http(url) }).setBalance({
    address: accounts.deployer.address,
    value: parseEther('100'),
  })
  return { url, close: () => server.close() }
}

export type TestChain = Awaited<ReturnType<typeof startChain>>
