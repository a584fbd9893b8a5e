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

type Noted = ReturnType<typeof readNoted>

export type Outcome = {
  checked: Checked
  /** What came and went since then, where the balances were compared with what the wallet shows. */
  moved: Moved[] | undefined
  /** False where a node should have been asked and could not be: then it is checked again later. */
  isFinished: boolean
  /** What a customer keeps who wants to show what did not hold, or that there was no proof. */
  evidence: {
    proof: OwnProof | null
    bars: unknown
    anchorHash: string | null | undefined
    wallet: string
    newest: number | undefined
    checked: Checked
  }
}

/** Mixes bytes of this browser into the secret, once; where another one was first, it stays so. */
const chooseOnce = async ({ id }: Own): Promise<void> => {
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

type Snapshot = OwnProof['snapshot']
type Place = NonNullable<Noted['place']>

const isAt = (anchor: Snapshot['anchor'], { chainId, address }: Place): boolean =>
  anchor?.chainId === chainId && anchor.contract.toLowerCase() === address.toLowerCase()

/**
 * What the chain has of a snapshot, asked of a node and not of the portal. Null if it has nothing, or the snapshot says that it is
 * nowhere or in another contract than the known ones; undefined if no node could be asked.
 */
const readAnchorHash = async ({ header, anchor }: Snapshot, places: Place[]): Promise<string | null | undefined> => {
  if (!places.every((place) => isAt(anchor, place))) return null
  if (settings.publicNode === '') return undefined
  // Nothing is served before it is anchored.
  if (anchor === null) return null
  const asked = { contract: anchor.contract, number: header.number }
  // A node that is out of reach says nothing against the proof: it is told as not compared.
  const found = await askChain(settings.publicNode, asked).catch(() => undefined)
  return found && (found.chainId === anchor.chainId ? found.hash : null)
}

/** The newest snapshot that everybody sees; undefined while there is none. */
const readNewestListed = async () => (await request(listSnapshots, { query: {} })).data[0]

const readNewest = async (): Promise<number | undefined> => (await readNewestListed())?.number

const report = async (snapshot: number, checked: Checked): Promise<void> => {
  const body = checked.ok
    ? { snapshot, ok: true }
    : { snapshot, ok: false, why: `${checked.why}${checked.asset ? ` ${checked.asset}` : ''}` }
  // That it could not be counted changes nothing of what was found.
  await request(reportCheck, { body }).catch(() => undefined)
}

const readWallet = async ({ userHash }: Own): Promise<string> =>
  (await request(readAccountAddress, { params: { userHash } })).data

const readPublished = async (number: number) =>
  (await request(readSnapshot, { params: { number: String(number) } })).data

/** Whether a customer whom this device has not seen in a snapshot should be in that one: by what the wallet shows, came and went. */
const hadSomethingAt = async (number: number): Promise<boolean> => {
  const { snapshot } = await readPublished(number)
  const then = await readBalancesThen({ snapshot, of: [] })
  if (!then) {
    const message = 'It could not be told just now whether you should be in the newest snapshot. Please try again.'
    throw new CallError({ name: 'Unread', message, code: 'ERR_BAD_RESPONSE' })
  }
  return Object.values(then.balances).some((units) => units !== '0')
}

/** There is none for who came after the newest snapshot. Whoever was in one before is in every later one. */
const judgeMissing = async (own: Own, newest: number | undefined): Promise<Outcome | null> => {
  const wasIn = readNoted(own.id).checked !== undefined
  if (!wasIn && (newest === undefined || !(await hadSomethingAt(newest)))) return null
  const words = 'There is no proof for you, though you had a balance at that time or were in a snapshot before.'
  // That the address is held back, too, keeps nothing back.
  const wallet = await readWallet(own).catch(() => '')
  const checked: Checked = { ok: false, why: 'Balance', words }
  note(own.id, { ...(newest !== undefined && { checked: newest }), held: false, failingSince: undefined })
  const evidence = { proof: null, bars: null, anchorHash: undefined, wallet, newest, checked }
  return { checked, moved: undefined, isFinished: true, evidence }
}

/**
 * After a restore the portal may have lost the bytes that this device chose. They are sent again as they were, which it takes only
 * where it has none. Nothing is forgiven for that: the device goes on to hold every snapshot to them, so to say that they were lost
 * helps nobody who cheats. Where others are there instead, only the customer can decide, with the PIN.
 */
const sendAgain = async (mixed: string): Promise<void> => {
  await request(chooseSecret, { body: { mixed } }).catch(() => undefined)
}

const compareWith = (
  { chosen, since = Number.POSITIVE_INFINITY }: Noted,
  { number, newest, places }: { number: number; newest: number | undefined; places: Place[] },
) => ({
  now: new Date(),
  ...(places[0] && { contract: places[0] }),
  ...(chosen !== undefined && number >= since && { chosen }),
  ...(newest !== undefined && { newest }),
})

/** Asks for the own proof and checks it here: by the published list of bars, the chain, and the own address. Null where there is none yet. */
export const checkOwn = async (own: Own): Promise<Outcome | null> => {
  // Before the proof is asked for: one that is published in between makes the proof newer than this, never older.
  const newest = await readNewest()
  const proof = (await request(readProof, {})).data
  if (proof === null) return judgeMissing(own, newest)
  const { header, anchor } = proof.snapshot
  const [{ bars, key }, wallet] = await Promise.all([readPublished(header.number), readWallet(own)])
  const noted = readNoted(own.id)
  const places = [settings.anchor, noted.place].filter((place) => place !== null && place !== undefined)
  const anchorHash = await readAnchorHash(proof.snapshot, places)
  const then = await readBalancesThen(proof)
  const checked = await checkProof(proof, {
    ...{ bars, wallet, keys: [key] },
    ...(anchorHash !== undefined && { anchorHash }),
    ...(then && { balances: then.balances }),
    ...compareWith(noted, { number: header.number, newest, places }),
  })
  const isFinished = !checked.ok || anchorHash !== undefined || settings.publicNode === ''
  const found = checked.ok && anchorHash && anchor ? { chainId: anchor.chainId, address: anchor.contract } : undefined
  if (isFinished) {
    const finished = { checked: header.number, held: checked.ok, failingSince: undefined }
    note(own.id, { ...finished, ...(found && { place: found }) })
    await report(header.number, checked)
  }
  if (!checked.ok && checked.why === 'Chosen' && noted.chosen !== undefined) await sendAgain(noted.chosen)
  const evidence = { proof, bars, anchorHash, wallet, newest, checked }
  return { checked, moved: then?.moved, isFinished, evidence }
}

/** Whether this device has a newer snapshot to check than the last one, or cannot find that one any more. */
const isCheckDue = async ({ id }: Own): Promise<boolean> => {
  const [newest, { checked }] = [await readNewest(), readNoted(id)]
  return newest === undefined ? checked !== undefined : newest > (checked ?? 0)
}

const [oldAfter, lookAgainAfter] = [48 * 3_600_000, 60_000]

/** After a standstill the next snapshot is on the chain within the minute: until then an old one says nothing against anybody. */
const letTheNextCome = async (): Promise<void> => {
  const newest = await readNewestListed()
  if (newest && Date.now() - Date.parse(newest.takenAt) > oldAfter)
    await new Promise((done) => setTimeout(done, lookAgainAfter))
}

/** Snapshots are daily: whoever cannot finish a check for so long may be kept from it. */
const longestFailing = 48 * 3_600_000

/** Says something once it has gone on for long. */
const noteFailing = ({ id }: Own): string | undefined => {
  const { failingSince = Date.now() } = readNoted(id)
  note(id, { failingSince })
  return Date.now() - failingSince > longestFailing
    ? 'For two days this device could not check that your balance is in our published total. The page Reserves says more.'
    : undefined
}

/** Checks the newest snapshot once on this device. Says what the customer has to be told, if anything. */
export const checkQuietly = async (own: Own): Promise<string | undefined> => {
  try {
    await chooseOnce(own)
    const isDue = await isCheckDue(own)
    if (isDue) await letTheNextCome()
    const outcome = isDue ? await checkOwn(own) : null
    if (outcome?.isFinished === false) return noteFailing(own)
    note(own.id, { failingSince: undefined })
    return outcome === null || outcome.checked.ok
      ? undefined
      : 'Your balance could not be proven to be in our published total. The page Reserves says more.'
  } catch {
    // It is tried again with the next visit. Who wants to keep somebody from checking answers just so.
    return noteFailing(own)
  }
}
