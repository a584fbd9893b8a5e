import type { AssetOfTree, BarOfList, Header, Hex, PartOfProof, Proof, TreeOfHeader } from './shapes.ts'

// Tells whether a proof of reserves holds. It is loaded by a page, put whole into a file that works without the portal, and run
// by the command: so it needs only what browsers have, imports nothing, and shares nothing with what builds the trees. It is
// written after docs/reserves.md alone.

/** What a proof is compared with that is not in it. What is left out is not compared, and told in `notCompared`. */
export type Compared = {
  /** What the chain has under the number of the snapshot; null if it has nothing. */
  anchorHash?: Hex | null | undefined
  /** Where the portal is known to publish, and not only by the proof itself. */
  contract?: { chainId: number; address: string } | undefined
  bars?: readonly BarOfList[] | undefined
  wallet?: string | undefined
  /** The public keys that the portal is known to sign with. */
  keys?: readonly Hex[] | undefined
  /** The 16 bytes that this customer's browser chose. */
  chosen?: Hex | undefined
  /** What the customer had at that time, in integer units; an asset that is not named was none. */
  balances?: Partial<Record<AssetOfTree, string>> | undefined
  /** The newest snapshot that is known to be. */
  newest?: number | undefined
  /** Without it any age will do. */
  now?: Date | undefined
}

const whys = {
  Form: 'This is not a whole proof of reserves, or something in it is not written as it has to be.',
  Header: 'The snapshot was changed after it was made: its fingerprint is another.',
  Signature: 'The snapshot is not signed with the portal’s key.',
  Anchor: 'The snapshot is not the one that is published on the chain. Somebody may have been shown another one.',
  Old: 'The snapshot is too old, or newer ones are held back.',
  Early: 'The snapshot says that it was taken in the future.',
  Wallet: 'The proof is made out to another address than yours.',
  Chosen: 'The number that your browser chose is not in the proof.',
  Balance: 'The balance in the proof is not what you had at that time.',
  Parts: 'The parts of the balance do not add up, or one is counted twice.',
  Root: 'Your balance is not in the published total.',
  Total: 'The published total is not what the balances add up to.',
  Bars: 'The list of bars is not the one that was published, or does not add up.',
  Cover: 'The bars weigh less than the totals of gold add up to.',
} as const

export type Why = keyof typeof whys
const compared = {
  anchor: 'anchorHash',
  contract: 'contract',
  bars: 'bars',
  wallet: 'wallet',
  key: 'keys',
  balances: 'balances',
} as const

export type Checked =
  | {
      ok: true
      number: number
      takenAt: string
      hash: Hex
      of: { asset: AssetOfTree; decimals: number; units: string; total: string }[]
      bars: Header['bars']
      notCompared: (keyof typeof compared)[]
    }
  | { ok: false; why: Why; words: string; asset?: AssetOfTree }

class Refusal extends Error {
  why: Why
  asset: AssetOfTree | undefined
  constructor(why: Why, asset?: AssetOfTree) {
    super(whys[why])
    this.why = why
    this.asset = asset
  }
}

function hold(truth: unknown, why: Why, asset?: AssetOfTree): asserts truth {
  if (!truth) throw new Refusal(why, asset)
}

/** They are daily ones. */
const mostHours = 48
const assets: readonly string[] = ['QMGT', 'USDAU', 'GAE', 'GAEX', 'GCA', 'GDS', 'USDT']
const limit = 1n << 128n
const hexOf = (digits: number) => new RegExp(`^[0-9a-f]{${digits}}$`)
const hash64 = hexOf(64)
const wholeNumber = /^(0|[1-9]\d{0,38})$/
const decimalNumber = /^(\d{1,15})(?:\.(\d{1,18}))?$/

// How it has to be written.

type Loose = Record<string, unknown>

/** Whether it has these fields and no others, so that nothing stands there that is not signed. */
const isObject = (given: unknown, fields: string): given is Loose =>
  typeof given === 'object' &&
  given !== null &&
  Object.keys(given).sort().join(' ') === fields.split(' ').sort().join(' ')
const fits = (given: unknown, pattern: RegExp): given is string => typeof given === 'string' && pattern.test(given)
const isCount = (given: unknown, least: number, most = Number.MAX_SAFE_INTEGER): given is number =>
  Number.isSafeInteger(given) && (given as number) >= least && (given as number) <= most
const isUnits = (given: unknown): given is string => fits(given, wholeNumber) && BigInt(given) < limit
const isMoment = (given: unknown): given is string =>
  fits(given, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) &&
  !Number.isNaN(Date.parse(given)) &&
  new Date(given).toISOString() === given

const isTree = (given: unknown): given is TreeOfHeader =>
  isObject(given, 'asset decimals depth root total') &&
  assets.includes(given.asset as string) &&
  isCount(given.decimals, 0, 18) &&
  isCount(given.depth, 12, 40) &&
  fits(given.root, hash64) &&
  isUnits(given.total)

const isHeader = (given: unknown): given is Header =>
  isObject(given, 'version number takenAt entry seal trees bars previous') &&
  given.version === 1 &&
  isCount(given.number, 1) &&
  isMoment(given.takenAt) &&
  fits(given.entry, wholeNumber) &&
  (given.seal === null ||
    (isObject(given.seal, 'number hash') && fits(given.seal.number, wholeNumber) && fits(given.seal.hash, hash64))) &&
  Array.isArray(given.trees) &&
  given.trees.every(isTree) &&
  new Set(given.trees.map(({ asset }) => asset)).size === given.trees.length &&
  isObject(given.bars, 'hash count fineGrams') &&
  fits(given.bars.hash, hash64) &&
  isCount(given.bars.count, 0) &&
  fits(given.bars.fineGrams, /^(0|[1-9]\d{0,14})(\.\d{0,17}[1-9])?$/) &&
  (given.previous === null || fits(given.previous, hash64))

const isAnchor = (given: unknown): boolean =>
  given === null ||
  (isObject(given, 'chainId contract transaction block') &&
    isCount(given.chainId, 1) &&
    fits(given.contract, /^0x[0-9a-fA-F]{40}$/) &&
    fits(given.transaction, /^0x[0-9a-f]{64}$/) &&
    isCount(given.block, 0))

const isPart = (given: unknown): given is PartOfProof =>
  isObject(given, 'index units path') &&
  isCount(given.index, 0) &&
  isUnits(given.units) &&
  fits(given.path, /^([A-Za-z0-9+/]{64}){12,40}$/)

const isProof = (given: unknown): given is Proof =>
  isObject(given, 'version snapshot key wallet secret of') &&
  given.version === 1 &&
  isObject(given.snapshot, 'header hash signature anchor') &&
  isHeader(given.snapshot.header) &&
  fits(given.snapshot.hash, hash64) &&
  fits(given.snapshot.signature, hexOf(128)) &&
  isAnchor(given.snapshot.anchor) &&
  fits(given.key, /^04[0-9a-f]{128}$/) &&
  fits(given.wallet, /^0x[0-9a-f]{40}$/) &&
  fits(given.secret, hexOf(96)) &&
  Array.isArray(given.of) &&
  given.of.every(
    (each) =>
      isObject(each, 'asset units parts') &&
      isUnits(each.units) &&
      Array.isArray(each.parts) &&
      each.parts.length <= 4 &&
      each.parts.every(isPart),
  )

// Bytes, and what is made of them.

type Bytes = Uint8Array<ArrayBuffer>

const bytesOfText = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text))
const bytesOfHex = (hex: Hex): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOfBytes = (bytes: Uint8Array): Hex => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOfNumber = (number: number | bigint, length: number): Bytes =>
  bytesOfHex(number.toString(16).padStart(length * 2, '0'))

const join = (...parts: Uint8Array[]): Bytes => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const sha256 = async (...parts: Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', join(...parts)))

// Step by step.

const headerText = ({ number, takenAt, entry, seal, trees, bars, previous }: Header): string => {
  let text = `ingot-reserves 1\nnumber ${number}\ntaken ${takenAt}\nentry ${entry}\n`
  text += seal === null ? 'seal none\n' : `seal ${seal.number} ${seal.hash}\n`
  for (const { asset, decimals, depth, root, total } of trees)
    text += `tree ${asset} ${decimals} ${depth} ${root} ${total}\n`
  return `${text}bars ${bars.hash} ${bars.count} ${bars.fineGrams}\nprevious ${previous ?? 'none'}\n`
}

const isSigned = async (hash: Hex, signature: Hex, key: Hex): Promise<boolean> => {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  // A point that is not on the curve is no key.
  const imported = await crypto.subtle.importKey('raw', bytesOfHex(key), ecdsa, false, ['verify']).catch(() => null)
  return imported !== null && crypto.subtle.verify(ecdsa, imported, bytesOfHex(signature), bytesOfHex(hash))
}

const checkSnapshot = async ({ snapshot, key }: Proof, given: Compared): Promise<void> => {
  const { header, hash, signature, anchor } = snapshot
  hold(hexOfBytes(await sha256(bytesOfText(headerText(header)))) === hash, 'Header')
  hold((given.keys?.includes(key) ?? true) && (await isSigned(hash, signature, key)), 'Signature')
  if (given.anchorHash !== undefined) hold(given.anchorHash === hash, 'Anchor')
  if (given.contract) {
    const { chainId, address } = given.contract
    hold(anchor?.chainId === chainId && anchor.contract.toLowerCase() === address.toLowerCase(), 'Anchor')
  }
  hold(header.number >= (given.newest ?? 0), 'Old')
  if (!given.now) return
  const hours = (given.now.getTime() - Date.parse(header.takenAt)) / 3_600_000
  hold(hours <= mostHours, 'Old')
  hold(hours >= -1, 'Early')
}

type Climb = { tree: TreeOfHeader; part: PartOfProof; leaf: Bytes }

/** Goes from a leaf to the root, adding up what lies beside the way. */
const checkPath = async ({ tree, part, leaf }: Climb): Promise<void> => {
  const siblings = Uint8Array.from(atob(part.path), (letter) => letter.charCodeAt(0))
  hold(siblings.length === tree.depth * 48 && part.index < 2 ** tree.depth, 'Root', tree.asset)
  let [hash, total, index] = [leaf, BigInt(part.units), part.index]
  for (let at = 0; at < siblings.length; at += 48) {
    const own = join(hash, bytesOfNumber(total, 16))
    const beside = siblings.subarray(at, at + 48)
    const [left, right] = index % 2 === 0 ? [own, beside] : [beside, own]
    hash = await sha256(Uint8Array.of(1), left, right)
    total += BigInt(`0x${hexOfBytes(beside.subarray(32))}`)
    hold(total < limit, 'Root', tree.asset)
    index = Math.floor(index / 2)
  }
  hold(hexOfBytes(hash) === tree.root, 'Root', tree.asset)
  hold(String(total) === tree.total, 'Total', tree.asset)
}

const leafKey = async ({ snapshot, secret, wallet }: Proof, asset: AssetOfTree): Promise<Bytes> => {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOfHex(secret), hmac, false, ['sign'])
  const message = join(
    bytesOfText('leaf'),
    bytesOfNumber(snapshot.header.number, 8),
    Uint8Array.of(asset.length),
    bytesOfText(asset),
    bytesOfHex(wallet.slice(2)),
  )
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
}

const checkBalance = async (proof: Proof, tree: TreeOfHeader, { units, parts }: Proof['of'][number]) => {
  const { asset } = tree
  hold(units === '0' ? parts.length === 0 : parts.length >= 2, 'Parts', asset)
  hold(new Set(parts.map(({ index }) => index)).size === parts.length, 'Parts', asset)
  hold(parts.reduce((sum, part) => sum + BigInt(part.units), 0n) === BigInt(units), 'Parts', asset)
  const key = await leafKey(proof, asset)
  const snapshot = bytesOfNumber(proof.snapshot.header.number, 8)
  for (const [number, part] of parts.entries()) {
    const rest = [bytesOfNumber(number, 4), bytesOfNumber(BigInt(part.units), 16)]
    await checkPath({ tree, part, leaf: await sha256(Uint8Array.of(0), key, snapshot, ...rest) })
  }
}

const unitsOfDecimal = (text: string): bigint => {
  const [, whole = '', part = ''] = decimalNumber.exec(text) ?? []
  return BigInt(whole + part.padEnd(18, '0'))
}

const isBar = (given: unknown): given is BarOfList =>
  isObject(given, 'serial brand refiner grossGrams fineness fineGrams year vault') &&
  [given.serial, given.brand, given.refiner, given.vault].every((each) => typeof each === 'string') &&
  [given.grossGrams, given.fineness, given.fineGrams].every((each) => fits(each, decimalNumber)) &&
  (given.year === null || isCount(given.year, 0, 9999)) &&
  // No bar has more gold than its weight and its fineness, parts in a thousand, allow.
  unitsOfDecimal(given.fineness as string) <= unitsOfDecimal('1000') &&
  unitsOfDecimal(given.fineGrams as string) * unitsOfDecimal('1000') <=
    unitsOfDecimal(given.grossGrams as string) * unitsOfDecimal(given.fineness as string)

const hashOfBar = async ({ serial, brand, refiner, grossGrams, fineness, fineGrams, year, vault }: BarOfList) => {
  const fields = [serial, brand, refiner, grossGrams, fineness, fineGrams, year === null ? '' : String(year), vault]
  return hexOfBytes(
    await sha256(bytesOfText(fields.map((field) => `${bytesOfText(field).length}:${field}\n`).join(''))),
  )
}

const checkBars = async (said: Header['bars'], bars: readonly BarOfList[]): Promise<void> => {
  hold(Array.isArray(bars) && bars.length === said.count && bars.every(isBar), 'Bars')
  const names = bars.map(({ refiner, serial, year, grossGrams }) =>
    JSON.stringify([refiner.toLowerCase(), serial.toLowerCase(), year, String(unitsOfDecimal(grossGrams))]),
  )
  hold(new Set(names).size === bars.length, 'Bars')
  const hashes = await Promise.all(bars.map(hashOfBar))
  const lines = hashes.sort().map((hash) => `${hash}\n`)
  hold(hexOfBytes(await sha256(bytesOfText(lines.join('')))) === said.hash, 'Bars')
  const grams = bars.reduce((sum, { fineGrams }) => sum + unitsOfDecimal(fineGrams), 0n)
  hold(grams === unitsOfDecimal(said.fineGrams), 'Bars')
}

/** Of each of these a unit is a gram; what is behind USDAU, the totals do not say. */
const gramAssets: readonly string[] = ['QMGT', 'GAE', 'GAEX', 'GCA', 'GDS']

const checkCover = ({ trees, bars }: Header): void => {
  const grams = trees
    .filter(({ asset }) => gramAssets.includes(asset))
    .reduce((sum, { total, decimals }) => sum + BigInt(total) * 10n ** BigInt(18 - decimals), 0n)
  hold(unitsOfDecimal(bars.fineGrams) >= grams, 'Cover')
}

const checkAll = async (proof: unknown, given: Compared): Promise<Checked> => {
  hold(isProof(proof), 'Form')
  const { header, hash } = proof.snapshot
  await checkSnapshot(proof, given)
  hold(given.wallet === undefined || given.wallet.toLowerCase() === proof.wallet, 'Wallet')
  hold(given.chosen === undefined || proof.secret.endsWith(given.chosen), 'Chosen')
  hold(proof.of.length === header.trees.length, 'Form')
  const of = header.trees.map((tree, number) => {
    const own = proof.of[number]
    hold(own && own.asset === tree.asset, 'Form')
    return { tree, own }
  })
  for (const [asset, units] of Object.entries(given.balances ?? {}) as [AssetOfTree, string][])
    hold(units === '0' || of.some(({ own }) => own.asset === asset), 'Balance', asset)
  for (const { tree, own } of of) {
    hold(!given.balances || (given.balances[tree.asset] ?? '0') === own.units, 'Balance', tree.asset)
    await checkBalance(proof, tree, own)
  }
  if (given.bars !== undefined) {
    await checkBars(header.bars, given.bars)
    checkCover(header)
  }
  return {
    ok: true,
    ...{ number: header.number, takenAt: header.takenAt, hash, bars: header.bars },
    of: of.map(({ tree: { asset, decimals, total }, own: { units } }) => ({ asset, decimals, units, total })),
    notCompared: (Object.keys(compared) as (keyof typeof compared)[]).filter(
      (what) => given[compared[what]] === undefined,
    ),
  }
}

/** Whether a customer's own units are in the published totals, under the published root, beside the published bars. */
export const checkProof = async (proof: unknown, given: Compared): Promise<Checked> => {
  try {
    return await checkAll(proof, given)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { why, asset, message } = error
    return { ok: false, why, words: message, ...(asset && { asset }) }
  }
}
