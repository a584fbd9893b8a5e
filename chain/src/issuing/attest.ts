import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { readIssued } from '@ingot/ledger/token-books'
import { readBars } from '@ingot/ledger/vault'
import { amountOf, sum } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { type Address, encodeFunctionData, type Hex, keccak256, toHex } from 'viem'
import { type BackedToken, backedTokens, tokenOf } from '../deployed.ts'
import { issuingAbi } from '../issuing-abi.ts'
import { sendRaw } from '../node.ts'
import { awaitFinal, type RoleDeps, signCall, tryCall, usualWait, type Wait, whyReverted } from '../role-call.ts'
import { readShare } from './attested.ts'
import { burnsInFlight } from './burns.ts'

/** Four shares, all of them new, take less than half. */
const attestGas = 1_000_000n

type Share = { asset: BackedToken; token: Address; grams: bigint; units: bigint }

/** What the vault holds and stands behind, as the ledger knows it. */
type Vault = { grams: bigint; evidence: Hex; issued: Map<BackedToken, bigint>; behindUsdau: bigint }

export type AttestDeps = RoleDeps & { db: Db; wait?: Wait }

/** Undefined when the chain says so already. */
export type Attested = { hash: Hex; grams: bigint; shares: Share[] } | undefined

/** Publishes what lies in the vault and what it stands behind, if that is not what the chain says already. */
export async function attest(deps: AttestDeps): Promise<Attested> {
  const { node, deployed, wait = usualWait } = deps
  const { number: block } = await node.getBlock({ blockTag: 'latest' })
  const vault = await readVault(deps.db)
  const shares = await changedShares(deps, vault, block)
  if (shares.length === 0 && (await isAttested(deps, vault, block))) return
  const list = shares.map(({ token, grams, units }) => ({ token, grams, units }))
  const args = [vault.grams, list, vault.evidence] as const
  const data = encodeFunctionData({ abi: issuingAbi, functionName: 'attest', args })
  const call = { to: deployed.addresses.reserve, data, gas: attestGas, what: 'The attestation' }
  await tryCall(deps, call)
  const { hash, raw } = await signCall(deps, call)
  await sendRaw(node, raw)
  const receipt = await awaitFinal(node, hash, wait)
  if (!receipt) throw new ProblemForPeople(`The attestation ${hash} is not final yet. Run this again in a while.`)
  if (receipt.status !== 'success')
    throw new ProblemForPeople(`The attestation ${hash} was reverted: ${await whyReverted(node, receipt)}`)
  return { hash, grams: vault.grams, shares }
}

/** The vault in one snapshot. Its grams are counted twice: in the books, and bar by bar. */
const readVault = (db: Db): Promise<Vault> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const bars = await readBars(tx)
      const behind = await balanceOf(tx, houseAccount('XAU', 'behind-usdau'))
      const parts = [
        await balanceOf(tx, houseAccount('XAU', 'unallocated')),
        await balanceOf(tx, houseAccount('XAU', 'allocated')),
        behind,
      ]
      const [booked, weighed] = [
        sum('XAU', parts),
        sum(
          'XAU',
          bars.map(({ fine }) => fine),
        ),
      ]
      if (booked.units !== weighed.units)
        throw new ProblemForPeople(
          `The books say ${formatAmount(booked)} g and the bars ${formatAmount(weighed)} g: this cannot be attested.`,
        )
      const issued = await readIssued(tx)
      return {
        grams: booked.units,
        evidence: evidenceOf(bars),
        issued: new Map(backedTokens.map((asset) => [asset, issued.get(asset) ?? 0n])),
        behindUsdau: behind.units,
      }
    })

type Bars = Awaited<ReturnType<typeof readBars>>

/** The hash of the list of bars that are in: one line each, in the order of refiner and serial, fields parted by tabs. */
function evidenceOf(bars: Bars): Hex {
  const lines = bars.map(({ refiner, serial, fineness, grossGrams, fine, brand, year, vault }) =>
    [refiner, serial, fineness, grossGrams, formatAmount(fine), brand, year ?? '', vault].join('\t'),
  )
  return keccak256(toHex(lines.sort().join('\n')))
}

/** Shares that differ from what the chain says. */
async function changedShares({ db, node, deployed }: AttestDeps, vault: Vault, block: bigint): Promise<Share[]> {
  const burns = await burnsInFlight(db, node, deployed, block)
  const shares = await Promise.all(
    backedTokens.map(async (asset): Promise<Share[]> => {
      const token = tokenOf(deployed.addresses, asset)
      const at = { address: token, abi: issuingAbi, blockNumber: block } as const
      const supply = await node.readContract({ ...at, functionName: 'totalSupply' })
      const units = unitsOf(asset, { issued: vault.issued.get(asset) ?? 0n, supply, burning: burns.get(asset) ?? 0n })
      const grams = asset === 'USDAU' ? vault.behindUsdau : units
      const said = await readShare({ node, deployed }, asset, block)
      return said.units === units && said.grams === grams ? [] : [{ asset, token, grams, units }]
    }),
  )
  return shares.flat()
}

/** What may exist of a token: what was issued, and what was taken back but is not burnt yet. */
function unitsOf(
  asset: BackedToken,
  { issued, supply, burning }: { issued: bigint; supply: bigint; burning: bigint },
): bigint {
  if (supply - burning > issued)
    throw new ProblemForPeople(
      `There is ${formatAmount(amountOf(asset, supply))} ${asset} on the chain, but only ${formatAmount(amountOf(asset, issued))} was issued: reconcile first.`,
    )
  return issued + burning
}

async function isAttested({ node, deployed }: AttestDeps, vault: Vault, blockNumber: bigint): Promise<boolean> {
  const reserve = { address: deployed.addresses.reserve, abi: issuingAbi, blockNumber } as const
  const grams = await node.readContract({ ...reserve, functionName: 'vaultGrams' })
  const evidence = await node.readContract({ ...reserve, functionName: 'evidenceHash' })
  return grams === vault.grams && evidence === vault.evidence
}
