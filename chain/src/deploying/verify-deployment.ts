import { type Address, type Client, formatUnits, getAddress, type Hex, keccak256, toHex, zeroHash } from 'viem'
import { readContract } from 'viem/actions'
import type { Artifacts, ContractName } from './compile.ts'
import type { OutsideLimits } from './outside-policy.ts'

/** Who holds which key. */
export type Keys = {
  admin: Address
  attestor: Address
  issuer: Address
  pauser: Address
  settler: Address
  /** Whoever names none has nothing anchored. */
  anchorer?: Address
}

export type OurContracts = Record<'reserve' | 'settlement' | Token, Address>

type Token = 'qmgt' | 'usdau' | 'gca' | 'gae'

const tokens: Record<Token, ContractName> = { qmgt: 'QMGT', usdau: 'USDAU', gca: 'GCA', gae: 'GAE' }

const roleIds = {
  admin: zeroHash,
  attestor: keccak256(toHex('ATTESTOR_ROLE')),
  issuer: keccak256(toHex('ISSUER_ROLE')),
  pauser: keccak256(toHex('PAUSER_ROLE')),
  settler: keccak256(toHex('SETTLER_ROLE')),
  anchorer: keccak256(toHex('ANCHORER_ROLE')),
} satisfies Record<keyof Keys, Hex>

/** Roles that a contract knows. All the others must have no member there, too. */
const rolesOf: Record<'reserve' | 'settlement' | 'token' | 'anchor', (keyof Keys)[]> = {
  reserve: ['admin', 'attestor'],
  settlement: ['admin', 'settler', 'pauser'],
  token: ['admin', 'issuer', 'pauser'],
  anchor: ['admin', 'anchorer'],
}

const decimals = 18

/**
 * Reads back from the chain that every contract is tied to the right others, that each role has the wanted key and no
 * other, and that no other amounts may leave to outside addresses than are wanted, if any are named. Throws with all that is wrong, else answers with what follows from the settlement contract.
 */
export async function verifyDeployment(
  client: Client,
  artifacts: Artifacts,
  contracts: OurContracts & { usdt: Address; anchor?: Address },
  keys: Keys,
  limits?: OutsideLimits,
): Promise<{ walletImplementation: Address; treasury: Address }> {
  const wrong: string[] = []

  function read<Result>(contract: ContractName, address: Address, functionName: string, args: unknown[] = []) {
    return readContract(client, { address, abi: artifacts[contract].abi, functionName, args }) as Promise<Result>
  }

  async function checkRoles(contract: ContractName, address: Address, known: (keyof Keys)[]): Promise<void> {
    for (const role of Object.keys(roleIds) as (keyof Keys)[]) {
      const members = await read<Address[]>(contract, address, 'getRoleMembers', [roleIds[role]])
      const key = known.includes(role) ? keys[role] : undefined
      const wanted = key ? [getAddress(key)] : []
      if (members.join() !== wanted.join()) {
        wrong.push(
          `${contract}: the ${role} should be ${wanted.join() || 'nobody'}, but is ${members.join(' and ') || 'nobody'}`,
        )
      }
    }
  }

  const { reserve, settlement } = contracts
  const treasury = await read<Address>('Settlement', settlement, 'walletOf', [zeroHash])
  const walletImplementation = await read<Address>('Settlement', settlement, 'walletImplementation')
  await checkRoles('Reserve', reserve, rolesOf.reserve)
  await checkRoles('Settlement', settlement, rolesOf.settlement)
  if (contracts.anchor && keys.anchorer) await checkRoles('Anchor', contracts.anchor, rolesOf.anchor)
  for (const [name, contract] of Object.entries(tokens) as [Token, ContractName][]) {
    const address = contracts[name]
    await checkRoles(contract, address, rolesOf.token)
    for (const [tie, wanted] of Object.entries({ reserve, settlement, treasury })) {
      const found = await read<Address>(contract, address, tie)
      if (found !== getAddress(wanted)) wrong.push(`${contract}: its ${tie} should be ${wanted}, but is ${found}`)
    }
  }
  const places = {
    usdt: contracts.usdt,
    qmgt: contracts.qmgt,
    usdau: contracts.usdau,
    gca: contracts.gca,
    gae: contracts.gae,
  }
  const wanted: Record<string, bigint> | undefined = limits && { ...limits, gca: 0n, gae: 0n }
  for (const [name, token] of Object.entries(wanted ? places : {})) {
    const [found] = await read<[bigint, bigint]>('Settlement', settlement, 'outsideLimit', [token])
    const units = wanted?.[name] ?? 0n
    const [is, should] = [found, units].map((amount) => formatUnits(amount, decimals))
    if (found !== units)
      wrong.push(
        `Settlement: the limit of ${name.toUpperCase()} to outside addresses should be ${should}, but is ${is}`,
      )
  }
  if (wrong.length > 0) throw new Error(`The deployment is not as it should be:\n${wrong.join('\n')}`)
  return { walletImplementation, treasury }
}
