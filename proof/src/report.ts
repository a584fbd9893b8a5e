import { askChain } from './ask-chain.ts'
import { type Checked, type Compared, checkProof } from './check.ts'
import type { AssetOfTree, BarOfList, Proof } from './shapes.ts'

// What the file that works without the portal and the command say of a proof, to people. Written for both.

/** As people hand it over: files as their text, and what they typed. */
export type HandedOver = {
  proof: string
  bars?: string | undefined
  /** The address of a node of the chain, to be asked. */
  node?: string | undefined
  /** Or what somebody read there. */
  anchor?: string | undefined
  wallet?: string | undefined
  /** Such as QMGT 12.5, GAE 3. */
  balances?: string | undefined
}

/** What is known of the portal from elsewhere. */
export type Known = Pick<Compared, 'keys' | 'contract'>

export type Report = {
  ok: boolean
  title: string
  meaning: string
  facts: { label: string; value: string }[]
  /** What was not looked at, each in a sentence. */
  open: string[]
}

type Held = Checked & { ok: true }

const openWords = {
  anchor:
    'The chain was not asked, so it is not known whether others were shown the same snapshot. Give a node’s address, or the hash that the contract has.',
  contract:
    'Where the snapshot was published was taken from the proof: compare the contract with the one that the portal names to everybody. Whoever cheats could have published it elsewhere.',
  bars: 'The list of bars was not compared. Download the bars of this snapshot from the page of reserves, beside the snapshot: the list of today may be another one.',
  wallet: 'The proof says whose it is: compare the address with your own, in your profile.',
  key: 'The key that signed was taken from the proof: compare it with the one that the portal publishes.',
  balances:
    'Compare the balances above with your statement of that day: what is missing there is missing in the total.',
} as const

const words = {
  counted: {
    title: 'Counted',
    meaning: 'These balances are in the published totals, and nothing in the proof was changed.',
  },
  addsUp: {
    title: 'Adds up',
    meaning:
      'These balances are in the totals of the proof. Whether they are yours, and everybody was shown the same totals, is known once what is named below is compared.',
  },
} as const

/** Without these it may be the proof of somebody else, or of totals that nobody else was shown. */
const neededToCount: readonly Held['notCompared'][number][] = ['anchor', 'contract', 'wallet']

class Unreadable extends Error {}

const readJson = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable(`The ${what} could not be read. Choose the file as it was downloaded.`)
  }
}

/** Exactly, with as many decimals as there are. */
const decimalOf = (units: string, decimals: number): string => {
  const digits = units.padStart(decimals + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${whole}.${part}`.replace(/\.?0*$/, '')
}

/** Statements show six decimals of a gram, so nobody need know the others. */
const shownDecimals = 6
const mostDecimals = 18

/** Units that were typed; where they are rounded like on a statement, those of the proof that they may stand for. */
const unitsOf = (amount: string, decimals: number, own: string): string | undefined => {
  const [, whole, part = ''] = /^(\d{1,20})(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === undefined || part.length > decimals) return
  const typed = BigInt(whole + part.padEnd(decimals, '0'))
  const last = 10n ** BigInt(decimals - part.length)
  const isRounded = typed > BigInt(own) ? 2n * (typed - BigInt(own)) <= last : BigInt(own) - typed < last
  return part.length >= shownDecimals && isRounded ? own : String(typed)
}

const balancesIn = (typed: string, { snapshot, of }: Proof): Compared['balances'] => {
  const balances: Partial<Record<AssetOfTree, string>> = {}
  const each = typed.split(/[,;\n]+/).map((one) => one.trim())
  for (const one of each.filter(Boolean)) {
    const [asset = '', amount = '', ...rest] = one.toUpperCase().split(/\s+/)
    const at = snapshot.header.trees.findIndex((tree) => tree.asset === asset)
    // What has no tree is still compared, so that it is missed.
    const units = unitsOf(amount, snapshot.header.trees[at]?.decimals ?? mostDecimals, of[at]?.units ?? '0')
    if (!units || rest.length || Object.hasOwn(balances, asset))
      throw new Unreadable(`“${one}” is not a balance. Write them as QMGT 12.5, GAE 3.`)
    balances[asset as AssetOfTree] = units
  }
  return balances
}

/** The hash that the contract has. Where only the proof says which contract, that stays open. */
const anchorOf = async ({ node, anchor }: HandedOver, known: Known, { snapshot }: Proof) => {
  const asking =
    known.contract ?? (snapshot.anchor && { chainId: snapshot.anchor.chainId, address: snapshot.anchor.contract })
  if (!node) return anchor?.toLowerCase().replace(/^0x/, '')
  if (!asking) throw new Unreadable('The proof does not say where it was published.')
  const asked = await askChain(node, { contract: asking.address, number: snapshot.header.number }).catch(() => {
    throw new Unreadable('The node could not be asked. Check its address, or paste the hash that the contract has.')
  })
  if (asked.chainId !== asking.chainId)
    throw new Unreadable(`The node is one of another chain: ${asked.chainId}, not ${asking.chainId}.`)
  return asked.hash
}

const factsOf = ({ of, number, takenAt, bars, hash }: Held, { wallet, key, snapshot }: Proof) => [
  { label: 'Snapshot', value: `${number}, taken ${takenAt.slice(0, 10)}, ${takenAt.slice(11, 16)} UTC` },
  ...of.map(({ asset, decimals, units, total }) => ({
    label: asset,
    value: `${decimalOf(units, decimals)} of ${decimalOf(total, decimals)}`,
  })),
  { label: 'Gold in the vault', value: `${bars.fineGrams} g fine in ${bars.count} bars` },
  { label: 'Your address', value: wallet },
  ...(snapshot.anchor
    ? [{ label: 'Contract', value: `${snapshot.anchor.contract} on chain ${snapshot.anchor.chainId}` }]
    : []),
  { label: 'Hash', value: hash },
  { label: 'Key', value: key },
]

const look = async (given: HandedOver, known: Known, now: Date | undefined): Promise<Report> => {
  const proof = readJson(given.proof, 'proof') as Proof
  const bars = given.bars === undefined ? undefined : (readJson(given.bars, 'list of bars') as BarOfList[])
  const wanted = { ...known, bars, wallet: given.wallet, now }
  // Whether it is a proof at all comes before what it says of itself is used.
  const alone = await checkProof(proof, wanted)
  const checked = alone.ok
    ? await checkProof(proof, {
        ...wanted,
        anchorHash: await anchorOf(given, known, proof),
        balances: given.balances?.trim() ? balancesIn(given.balances, proof) : undefined,
      })
    : alone
  if (!checked.ok) {
    const meaning = checked.asset ? `${checked.asset}: ${checked.words}` : checked.words
    return { ok: false, title: 'Does not hold', meaning, facts: [], open: [] }
  }
  const outcome = neededToCount.some((what) => checked.notCompared.includes(what)) ? words.addsUp : words.counted
  return {
    ok: true,
    ...outcome,
    facts: factsOf(checked, proof),
    open: checked.notCompared.map((what) => openWords[what]),
  }
}

export const reportOn = async (given: HandedOver, known: Known, now?: Date): Promise<Report> => {
  try {
    return await look(given, known, now)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ok: false, title: 'Not checked', meaning: error.message, facts: [], open: [] }
  }
}
