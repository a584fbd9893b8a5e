import { readAccountAddress } from '@ingot/endpoints/kyc'
import {
  chooseSecret,
  listSnapshots,
  type OwnProof,
  readProof,
  readSnapshot,
  reportCheck,
} from '@ingot/endpoints/proofs'
import { askChain } from '@ingot/proof/ask-chain'
import { type Checked, checkProof } from '@ingot/proof/check'
import { request } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { settings } from '../../lib/settings.ts'
import { type Moved, readBalancesThen } from './balances-then.ts'
import { newSecret, note, readNoted } from './device.ts'

/** Whose proof it is. */
export type Own = { id: string; userHash: string }

export type Outcome = {
  checked: Checked
  /** What came and went since then, where the balances were compared with what the wallet shows. */
  moved: Moved[] | undefined
  /** What a customer keeps who wants to show what did not hold. */
  evidence: { proof: OwnProof; bars: unknown; anchorHash: string | null | undefined; wallet: string; checked: Checked }
}

/** Mixes bytes of this browser into the secret, once; where another one was first, it stays so. */
export const chooseOnce = async ({ id }: Own): Promise<void> => {
  const { chosen, isElsewhere } = readNoted(id)
  if (chosen !== undefined || isElsewhere) return
  const mixed = newSecret()
  if (!note(id, { chosen: mixed })) return
  try {
    const { since } = (await request(chooseSecret, { body: { mixed } })).data
    note(id, since === null ? { chosen: undefined, isElsewhere: true } : { since })
  } catch (error) {
    note(id, { chosen: undefined })
    if (!(error instanceof CallError)) throw error
  }
}

type Place = { chainId: number; contract: string }

/** What the chain has under a number, asked of a node and not of the portal; null if it has nothing, or is another chain. */
const readAnchorHash = async (node: string, { chainId, contract }: Place, number: number): Promise<string | null> => {
  const found = await askChain(node, { contract, number })
  return found.chainId === chainId ? found.hash : null
}

/** The number of the newest snapshot that everybody sees; undefined while there is none. */
const readNewest = async (): Promise<number | undefined> =>
  (await request(listSnapshots, { query: {} })).data[0]?.number

const report = async (snapshot: number, checked: Checked): Promise<void> => {
  const body = checked.ok
    ? { snapshot, ok: true }
    : { snapshot, ok: false, why: `${checked.why}${checked.asset ? ` ${checked.asset}` : ''}` }
  // That it could not be counted changes nothing of what was found.
  await request(reportCheck, { body }).catch(() => undefined)
}

/** Asks for the own proof and checks it here: by the published list of bars, the chain, and the own address. Null where there is none yet. */
export const checkOwn = async (own: Own): Promise<Outcome | null> => {
  const [proof, newest] = [(await request(readProof, {})).data, await readNewest()]
  if (proof === null) return null
  const { header, anchor } = proof.snapshot
  const [published, wallet] = await Promise.all([
    request(readSnapshot, { params: { number: String(header.number) } }),
    request(readAccountAddress, { params: { userHash: own.userHash } }),
  ])
  const { bars, key, snapshot } = published.data
  // A node that is out of reach says nothing against the proof: it is told as not compared.
  const anchorHash =
    settings.publicNode !== '' && anchor
      ? await readAnchorHash(settings.publicNode, anchor, header.number).catch(() => undefined)
      : undefined
  const then = await readBalancesThen(proof)
  const { chosen, since = Number.POSITIVE_INFINITY, place } = readNoted(own.id)
  const checked = await checkProof(proof, {
    ...{ bars, wallet: wallet.data, keys: [key], now: new Date() },
    ...(anchorHash !== undefined && { anchorHash }),
    ...(place && { contract: place }),
    ...(then && { balances: then.balances }),
    ...(chosen !== undefined && header.number >= since && { chosen }),
    ...(newest !== undefined && { newest: Math.min(newest, snapshot.header.number) }),
  })
  const found = checked.ok && anchorHash && anchor ? { chainId: anchor.chainId, address: anchor.contract } : undefined
  note(own.id, { checked: header.number, held: checked.ok, ...(found && { place: found }) })
  await report(header.number, checked)
  return { checked, moved: then?.moved, evidence: { proof, bars, anchorHash, wallet: wallet.data, checked } }
}

/** Whether this device has a newer snapshot to check than the last one. */
export const isCheckDue = async ({ id }: Own): Promise<boolean> => {
  const newest = await readNewest()
  return newest !== undefined && newest > (readNoted(id).checked ?? 0)
}
